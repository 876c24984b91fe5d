// The board of a real VSCode, as a person finds things on it.
import type { Frame, Locator } from "playwright-core";
import { until } from "../harness/until.ts";
import type { Vscode } from "../harness/vscode.ts";

export class BoardPage {
  readonly frame: Frame;
  readonly #vscode: Vscode;

  private constructor(vscode: Vscode, frame: Frame) {
    this.#vscode = vscode;
    this.frame = frame;
  }

  /** Opens the board by its command; `project` answers the question which one, where there are several. */
  static async open(vscode: Vscode, project?: string): Promise<BoardPage> {
    await vscode.runCommand("Handoff: Open Board");
    if (project !== undefined) await vscode.choose(project);
    return await BoardPage.find(vscode);
  }

  /** The board that is in sight already. */
  static async find(vscode: Vscode): Promise<BoardPage> {
    const board = new BoardPage(vscode, await vscode.webview("board"));
    await board.frame.locator(".board [data-card]").first().waitFor();
    return board;
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

  /** The ids of a column's cards from top to bottom. */
  ids(status: string): Promise<string[]> {
    return this.cell(status)
      .locator("[data-card]")
      .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-card") ?? ""));
  }

  /** Drags a card with the mouse and lets it go behind another. */
  async drag(id: string, behind: string): Promise<void> {
    const { mouse } = this.#vscode.page;
    const box = async (card: Locator) => {
      await card.scrollIntoViewIfNeeded();
      return await until("the card to be in sight", async () => (await card.boundingBox()) ?? undefined);
    };
    await box(this.card(behind));
    const from = await box(this.card(id));
    await mouse.move(from.x + from.width / 2, from.y + 10);
    await mouse.down();
    const goal = await box(this.card(behind));
    await mouse.move(goal.x + goal.width / 2, goal.y + goal.height - 6, { steps: 8 });
    await this.frame.locator(".drop-mark").waitFor();
    await mouse.up();
  }
}
