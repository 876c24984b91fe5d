// Page object of the board in VSCode.
import type { Frame, Locator } from "playwright-core";
import { until } from "../../harness/until.ts";
import { takesFocus, type Vscode } from "../../harness/vscode.ts";

export class BoardPage {
  readonly frame: Frame;
  readonly #vscode: Vscode;

  private constructor(vscode: Vscode, frame: Frame) {
    this.#vscode = vscode;
    this.frame = frame;
  }

  /**
   * Opens the board by its command; `project` answers the question for the project if there are
   * several.
   */
  static async open(vscode: Vscode, project?: string): Promise<BoardPage> {
    await vscode.runCommand("Handoff: Open Board");
    if (project !== undefined) await vscode.choose(project);
    const board = await BoardPage.find(vscode);
    await takesFocus(board.frame);
    await board.showParents();
    return board;
  }

  /** Returns the board that is already visible. */
  static async find(vscode: Vscode): Promise<BoardPage> {
    const board = new BoardPage(vscode, await vscode.webview("board"));
    await board.frame.locator(".board [data-card]").first().waitFor();
    return board;
  }

  /** Shows parent tasks, which are left out at first, and moves the focus to the first card. */
  async showParents(): Promise<void> {
    await this.frame.locator(".tool-group.display > .button").click();
    const parents = this.frame.locator('[role=menuitemcheckbox][data-key="parents"]');
    if ((await parents.getAttribute("aria-checked")) === "false") await parents.click();
    await parents.and(this.frame.locator('[aria-checked="true"]')).waitFor();
    await this.#vscode.page.keyboard.press("Escape");
    await this.frame.locator(".board [data-card]").first().focus();
  }

  card(id: string): Locator {
    return this.frame.locator(`.board [data-card="${id}"]`);
  }

  cell(status: string): Locator {
    return this.frame.locator(`.board [data-status="${status}"]`);
  }

  inColumn(status: string, id: string): Locator {
    return this.cell(status).locator(`[data-card="${id}"]`);
  }

  get toast(): Locator {
    return this.frame.locator(".toast");
  }

  /** The IDs of a column's cards from top to bottom. */
  ids(status: string): Promise<string[]> {
    return this.cell(status)
      .locator("[data-card]")
      .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-card") ?? ""));
  }

  /** Drags a card with the mouse and drops it behind another. */
  async drag(id: string, behind: string): Promise<void> {
    await this.#inSight(behind);
    await this.pickUp(id);
    await this.dropBehind(behind);
  }

  async pickUp(id: string): Promise<void> {
    const { mouse } = this.#vscode.page;
    const from = await this.#inSight(id);
    await mouse.move(from.x + from.width / 2, from.y + 10);
    await mouse.down();
    await mouse.move(from.x + from.width / 2 + 12, from.y + 14, { steps: 4 });
    await this.frame.locator(".drop-mark").waitFor();
  }

  async dropBehind(id: string): Promise<void> {
    const { mouse } = this.#vscode.page;
    const goal = await this.#inSight(id);
    await mouse.move(goal.x + goal.width / 2, goal.y + goal.height - 6, { steps: 8 });
    await this.frame.locator(".drop-mark").waitFor();
    await mouse.up();
  }

  async #inSight(id: string) {
    await this.card(id).scrollIntoViewIfNeeded();
    return await until("the card to be in sight", async () => (await this.card(id).boundingBox()) ?? undefined);
  }
}
