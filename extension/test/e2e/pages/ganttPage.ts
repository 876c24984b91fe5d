// Page object of the Gantt chart in VSCode.
import type { Frame, Locator } from "playwright-core";
import { until } from "../../harness/until.ts";
import { takesFocus, type Vscode } from "../../harness/vscode.ts";


/** The part of a bar to drag: its middle or one of its ends. */
export type Part = "middle" | "start" | "end";

const selectors: Record<Part, string> = {
  middle: ":is(.bar-fill, .bracket)",
  start: '[data-end="start"]',
  end: '[data-end="end"]',
};

interface Spot {
  readonly x: number;
  readonly y: number;
}

export class GanttPage {
  readonly frame: Frame;
  readonly #vscode: Vscode;

  private constructor(vscode: Vscode, frame: Frame) {
    this.#vscode = vscode;
    this.frame = frame;
  }

  static async open(vscode: Vscode): Promise<GanttPage> {
    await vscode.runCommand("Handoff: Open Gantt Chart");
    const chart = await GanttPage.find(vscode);
    await takesFocus(chart.frame);
    return chart;
  }

  /** Returns the chart that is already visible. */
  static async find(vscode: Vscode): Promise<GanttPage> {
    const chart = new GanttPage(vscode, await vscode.webview("gantt"));
    await chart.frame.locator("[data-row]").first().waitFor();
    return chart;
  }

  row(id: string): Locator {
    return this.frame.locator(`[data-row="${id}"]`);
  }

  bar(id: string): Locator {
    return this.part(id, "middle");
  }

  part(id: string, part: Part): Locator {
    return this.frame.locator(`[data-bar="${id}"] ${selectors[part]}`).first();
  }

  /** The message at a bar: the effect of a drag, or the reason of a refusal. */
  get tip(): Locator {
    return this.frame.locator(".tip");
  }

  get toast(): Locator {
    return this.frame.locator(".toast");
  }

  /** The panel with proposed dates. */
  get scheduling(): Locator {
    return this.frame.locator(".proposal");
  }

  /** Opens the proposal panel and waits for its dates. */
  async proposeDates(): Promise<void> {
    await this.frame.getByRole("button", { name: "Auto-schedule…" }).click();
    await this.scheduling.locator(".move").first().waitFor();
  }

  /** Shows finished tasks in their place, which are folded into one row at first. */
  async showFinished(): Promise<void> {
    await this.frame.getByRole("button", { name: "Display", exact: true }).click();
    const finished = this.frame.locator('[role=menuitemcheckbox][data-key="finished"]');
    if ((await finished.getAttribute("aria-checked")) === "false") await finished.click();
    await finished.and(this.frame.locator('[aria-checked="true"]')).waitFor();
    await this.#vscode.page.keyboard.press("Escape");
  }

  /** Fits the whole plan into the chart, so that every bar can be reached. */
  async fit(): Promise<void> {
    await this.frame.locator("[data-row]").first().click({ position: { x: 60, y: 8 } });
    await this.#vscode.page.keyboard.press("0");
  }

  /** Returns the width of a day, measured at a bar with known dates. */
  async dayWidth(id: string, days: number): Promise<number> {
    const { width } = await this.#box(this.bar(id));
    return width / days;
  }

  /** Drags a part of a bar to the right by a number of pixels without releasing the button. */
  async take(id: string, part: Part, right: number): Promise<void> {
    const { mouse } = this.#vscode.page;
    // The handles are visible only while the pointer is on their bar.
    const over = await this.#middle(this.bar(id));
    await mouse.move(over.x, over.y);
    const from = await this.#middle(this.part(id, part));
    await mouse.move(from.x, from.y, { steps: 3 });
    await mouse.down();
    await mouse.move(from.x + right, from.y, { steps: 8 });
  }

  async drop(): Promise<void> {
    await this.#vscode.page.mouse.up();
  }

  async #middle(locator: Locator): Promise<Spot> {
    const { x, y, width, height } = await this.#box(locator);
    return { x: x + width / 2, y: y + height / 2 };
  }

  async #box(locator: Locator) {
    return await until("the bar to be in sight", async () => (await locator.boundingBox()) ?? undefined);
  }
}
