// Records an animation: steps a gesture and takes a picture after each step, so that every recording is
// smooth, however slow the machine is.
import { join } from "node:path";
import sharp from "sharp";
import type { Vscode } from "../harness/vscode.ts";
import { clipOf, folder, type Point } from "./studio.ts";

const FRAME_MS = 50;
/** The size of a GIF grows with its pixels; text stays readable. */
const WIDTH = 1500;

export class Film {
  readonly #vscode: Vscode;
  readonly #frames: Buffer[] = [];
  readonly #delays: number[] = [];
  #pointer: Point;

  private constructor(vscode: Vscode, start: Point) {
    this.#vscode = vscode;
    this.#pointer = start;
  }

  /** Begins with the pointer at a place. */
  static async begin(vscode: Vscode, start: Point): Promise<Film> {
    const film = new Film(vscode, start);
    await vscode.page.evaluate(drawPointer);
    await film.#moveTo(start);
    return film;
  }

  /** Shows the present state for some time. */
  async hold(ms: number): Promise<void> {
    const picture = await this.#vscode.page.screenshot({ clip: clipOf(this.#vscode), scale: "device" });
    this.#frames.push(picture);
    this.#delays.push(ms);
  }

  /** Moves the mouse to a place, slowly at both ends. */
  async glide(to: Point, ms: number): Promise<void> {
    const from = this.#pointer;
    const steps = Math.round(ms / FRAME_MS);
    for (let step = 1; step <= steps; step += 1) {
      const share = (1 - Math.cos((Math.PI * step) / steps)) / 2;
      await this.#moveTo({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
      await this.hold(FRAME_MS);
    }
  }

  async press(): Promise<void> {
    await this.#vscode.page.mouse.down();
    await this.hold(FRAME_MS * 2);
  }

  async release(): Promise<void> {
    await this.#vscode.page.mouse.up();
  }

  /** Types a text, one character after another. */
  async type(text: string): Promise<void> {
    for (const character of text) {
      await this.#vscode.page.keyboard.type(character);
      await this.hold(FRAME_MS);
    }
  }

  /** Saves the recording as a GIF that starts again at its end. */
  async save(name: string): Promise<void> {
    const frames = await Promise.all(this.#frames.map((frame) => sharp(frame).resize({ width: WIDTH, kernel: "lanczos3" }).png().toBuffer()));
    await sharp(frames, { join: { animated: true } })
      .gif({ delay: this.#delays, loop: 0, colours: 128, dither: 0, effort: 10, interFrameMaxError: 4, interPaletteMaxError: 16 })
      .toFile(join(folder, `${name}.gif`));
  }

  async #moveTo(point: Point): Promise<void> {
    this.#pointer = point;
    await this.#vscode.page.mouse.move(point.x, point.y);
    await this.#vscode.page.evaluate(([x, y]) => {
      document.getElementById("film-pointer")?.setAttribute("transform", `translate(${x} ${y})`);
    }, [point.x, point.y] as const);
  }
}

/** Runs in the window: adds an arrow, because a browser without a screen draws no mouse pointer. */
function drawPointer(): void {
  const namespace = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(namespace, "svg");
  drawing.style.cssText = "position: fixed; inset: 0; width: 100%; height: 100%; pointer-events: none; z-index: 1000000";
  const arrow = document.createElementNS(namespace, "path");
  arrow.id = "film-pointer";
  arrow.setAttribute("d", "M0 0 L0 19 L4.4 15 L7.4 22 L10.6 20.6 L7.6 13.8 L13.6 13.6 Z");
  arrow.setAttribute("fill", "#fff");
  arrow.setAttribute("stroke", "#000");
  arrow.setAttribute("stroke-width", "1.3");
  arrow.setAttribute("stroke-linejoin", "round");
  drawing.append(arrow);
  document.body.append(drawing);
}
