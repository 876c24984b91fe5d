// Page object of the Task Explorer in VSCode.
import { isDeepStrictEqual } from "node:util";
import type { Locator } from "playwright-core";
import { until } from "../../harness/until.ts";
import type { Vscode } from "../../harness/vscode.ts";

export interface Place {
  readonly level: number;
  readonly top: number;
}

export class TreePage {
  readonly tree: Locator;
  readonly #vscode: Vscode;

  private constructor(vscode: Vscode, tree: Locator) {
    this.#vscode = vscode;
    this.tree = tree;
  }

  /** Opens the Task Explorer and waits until it has rows. */
  static async open(vscode: Vscode): Promise<TreePage> {
    const page = new TreePage(vscode, await vscode.openTree());
    await page.rows.first().waitFor();
    return page;
  }

  /** Returns the Task Explorer that is already visible. */
  static async find(vscode: Vscode): Promise<TreePage> {
    const page = new TreePage(vscode, await vscode.findTree());
    await page.rows.first().waitFor();
    return page;
  }

  /** The rows, without those that stick at the top while the tree is scrolled. */
  get rows(): Locator {
    return this.tree.locator(".monaco-list-rows").getByRole("treeitem");
  }

  /** Returns the row whose accessible name begins with the title. */
  row(title: string): Locator {
    return this.tree.locator(".monaco-list-rows").getByRole("treeitem", { name: new RegExp(`^${title.replaceAll(/\W/gu, "\\$&")}`) });
  }

  /** Reads all rows' positions at once because VSCode reuses rows while the tree is redrawn. */
  async places(): Promise<Record<string, Place>> {
    const found = await this.rows.evaluateAll((elements) =>
      elements.map((element) => {
        const title = element.querySelector(".label-name")?.textContent ?? "";
        return [title, { level: Number(element.getAttribute("aria-level")), top: element.getBoundingClientRect().top }] as const;
      }),
    );
    return Object.fromEntries(found);
  }

  /** The visible titles from top to bottom. */
  async titles(): Promise<string[]> {
    return (await this.#fromTop()).map(([title]) => title);
  }

  async #fromTop(): Promise<[string, Place][]> {
    return Object.entries(await this.places()).toSorted(([, left], [, right]) => left.top - right.top);
  }

  levelBecomes(title: string, level: number | undefined): Promise<true> {
    return until(`${title} to be at level ${level}`, async () => (await this.places())[title]?.level === level);
  }

  /** Opens a task and waits for its first subtask, which must fit into the view: VSCode asks for it after it has opened the row. */
  async unfold(title: string): Promise<void> {
    const row = this.row(title);
    // A drag that rests on a folded row for half a second has unfolded it.
    if ((await row.getAttribute("aria-expanded")) !== "true") await row.locator(".monaco-tl-twistie").click();
    await until(`${title} to show its subtasks`, async () => {
      const places = await this.#fromTop();
      const at = places.findIndex(([other]) => other.startsWith(title));
      const [here, below] = [places[at]?.[1], places[at + 1]?.[1]];
      return here && below && below.level > here.level;
    });
  }

  /** Waits until a task has left a level. Below a row that the drag has unfolded it stays in sight. */
  leavesLevel(title: string, level: number): Promise<true> {
    return until(`${title} to have left level ${level}`, async () => (await this.places())[title]?.level !== level);
  }

  /**
   * Clicks the title of a task, once or twice, where it stays for a moment: while VSCode draws the tree again, rows move, and
   * the element of one row becomes that of another.
   */
  async click(title: string, clickCount = 1): Promise<void> {
    const place = () =>
      this.rows.locator(".label-name").evaluateAll((labels, wanted) => {
        const box = labels.find((label) => label.textContent === wanted)?.getBoundingClientRect();
        return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }, title);
    let last = await place();
    const { x, y } = await until(`${title} to stay in its place`, async () => {
      const [before, now] = [last, await place()];
      last = now;
      return now && before?.x === now.x && before.y === now.y && now;
    });
    await this.#vscode.page.mouse.click(x, y, { clickCount });
  }

  /** Selects exactly these tasks, again if a row moved away from the mouse. */
  async select(first: string, ...others: string[]): Promise<void> {
    const { keyboard } = this.#vscode.page;
    const wanted = [first, ...others].toSorted();
    await until(`${wanted.join(", ")} to be selected`, async () => {
      await this.click(first);
      await keyboard.down("ControlOrMeta");
      try {
        for (const title of others) await this.click(title);
      } finally {
        await keyboard.up("ControlOrMeta");
      }
      const selected = await this.rows.and(this.tree.locator(".selected")).locator(".label-name").allTextContents();
      return isDeepStrictEqual(selected.toSorted(), wanted);
    });
  }

  /** Moves to a task with the keyboard, which selects and opens nothing. */
  async focus(title: string): Promise<void> {
    const { keyboard } = this.#vscode.page;
    await this.tree.focus();
    await keyboard.press("Home");
    // The rows may be drawn again meanwhile.
    await until(`${title} to have the focus`, async () => {
      const titles = await this.titles();
      const focused = await this.rows.and(this.tree.locator(".focused")).locator(".label-name").textContent({ timeout: 1000 });
      const [from, to] = [titles.indexOf(focused ?? ""), titles.indexOf(title)];
      if (from < 0 || to < 0) return false;
      for (let step = 0; step < Math.abs(to - from); step += 1) await keyboard.press(to > from ? "ArrowDown" : "ArrowUp");
      return from === to;
    });
    await this.hasFocus(title);
  }

  hasFocus(title: string): Promise<void> {
    return this.row(title).and(this.tree.locator(".focused")).waitFor();
  }

  /** Waits until the tree receives keys, which is shortly after a menu or a question has closed. */
  hasKeyboard(): Promise<true> {
    return until("the tree to have the keyboard", () => this.tree.evaluate((tree) => tree === tree.ownerDocument.activeElement));
  }

  /** Returns the titles directly above and below. */
  async neighbours(title: string): Promise<(string | undefined)[]> {
    const titles = await this.titles();
    const at = titles.indexOf(title);
    return [titles[at - 1], titles[at + 1]];
  }

  /** Picks up a task with the mouse, together with the selection if it is part of it. */
  async pickUp(title: string): Promise<void> {
    const { mouse } = this.#vscode.page;
    const { x, y } = await this.#middle(title);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 4, y, { steps: 2 });
    await this.tree.and(this.#vscode.page.locator(".dragging")).waitFor();
  }

  /** Drops the dragged tasks once the tree shows the drop target. */
  async dropOn(title: string): Promise<void> {
    const { mouse } = this.#vscode.page;
    const { x, y } = await this.#middle(title);
    await mouse.move(x, y, { steps: 4 });
    // The tree reacts to the second move over a row, not to the first.
    await mouse.move(x + 1, y);
    await this.row(title).and(this.tree.locator(".drop-target")).waitFor();
    await mouse.up();
  }

  async drag(title: string, goal: string): Promise<void> {
    await this.pickUp(title);
    await this.dropOn(goal);
  }

  async #middle(title: string): Promise<{ x: number; y: number }> {
    const box = await until(`${title} to be in sight`, async () => (await this.row(title).locator(".label-name").boundingBox()) ?? undefined);
    return { x: box.x + Math.min(box.width / 2, 30), y: box.y + box.height / 2 };
  }
}
