// Real mouse and touch input for browser tests, step by step, so that a test can act during a drag.
import { cdp } from "vitest/browser";

interface Session {
  send(method: string, params: object): Promise<unknown>;
}

export interface Spot {
  x: number;
  y: number;
}

/** Position and scale of the tested page in the window that receives the input. */
interface Frame {
  at: Spot;
  scale: number;
}

let frame: Promise<Frame> | undefined;

function send(method: string, params: object): Promise<unknown> {
  return (cdp() as unknown as Session).send(method, params);
}

async function inWindow({ x, y }: Spot): Promise<Spot> {
  frame ??= measure();
  const { at, scale } = await frame;
  return { x: at.x + x * scale, y: at.y + y * scale };
}

async function measure(): Promise<Frame> {
  const near = await seenAt({ x: 300, y: 200 });
  const far = await seenAt({ x: 500, y: 200 });
  const scale = 200 / (far.x - near.x);
  return { at: { x: 300 - near.x * scale, y: 200 - near.y * scale }, scale };
}

async function seenAt(spot: Spot): Promise<Spot> {
  const seen = new Promise<MouseEvent>((resolve) => window.addEventListener("mousemove", resolve, { once: true }));
  await send("Input.dispatchMouseEvent", { type: "mouseMoved", ...spot });
  const { clientX, clientY } = await seen;
  return { x: clientX, y: clientY };
}

export const mouse = {
  async move(to: Spot, steps = 4): Promise<void> {
    for (let step = 1; step <= steps; step += 1) {
      const at = await inWindow({ x: last.x + ((to.x - last.x) * step) / steps, y: last.y + ((to.y - last.y) * step) / steps });
      await send("Input.dispatchMouseEvent", { type: "mouseMoved", ...at, button: held ? "left" : "none", buttons: held ? 1 : 0 });
    }
    last = to;
  },
  async down(at: Spot): Promise<void> {
    await mouse.move(at, 1);
    held = true;
    await send("Input.dispatchMouseEvent", { type: "mousePressed", ...(await inWindow(at)), button: "left", buttons: 1, clickCount: 1 });
  },
  /** `modifiers` as in the browser's protocol: 1 is Alt. */
  async up(modifiers = 0): Promise<void> {
    held = false;
    await send("Input.dispatchMouseEvent", { type: "mouseReleased", ...(await inWindow(last)), button: "left", buttons: 0, clickCount: 1, modifiers });
  },
};

let last: Spot = { x: 0, y: 0 };
let held = false;

export const finger = {
  async down(at: Spot): Promise<void> {
    await send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await inWindow(at)] });
  },
  async move(to: Spot): Promise<void> {
    await send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [await inWindow(to)] });
  },
  async up(): Promise<void> {
    await send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  },
};

export function middle(element: Element): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Returns a point in the lower part of an element, for a drop after it. */
export function lowerPart(element: Element): Spot {
  const { left, bottom, width } = element.getBoundingClientRect();
  return { x: left + width / 2, y: bottom - 6 };
}
