// Measures the real VSCode on a project, for `npm run bench`: node extension/test/figures.ts
// FOLDER, after `npm run package`, with Node 24. Window times are measured in the window; an
// outside change is a file that this process renames into place.
import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { BoardPage } from "./e2e/pages/boardPage.ts";
import { TreePage } from "./e2e/pages/treePage.ts";
import { closeBrowser } from "./harness/chromium.ts";
import { setup } from "./harness/installation.ts";
import { removeAllScratch } from "./harness/scratch.ts";
import { until } from "./harness/until.ts";
import { Vscode } from "./harness/vscode.ts";

const ROUNDS = 20;
const folder = process.argv[2];
if (folder === undefined) throw new Error("Select a project");

const median = (values: number[]) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
const now = () => performance.timeOrigin + performance.now();

/** Reads VSCode's own figures for the activation: loading and running the code. */
async function activation(vscode: Vscode): Promise<number> {
  await vscode.runCommand("Developer: Show Running Extensions");
  const rows = vscode.page.locator(".runtime-extensions-editor .monaco-list-row");
  await rows.first().hover();
  // The list holds only the visible rows, slowest first.
  const text = await until("the extension to be in sight", async () => {
    const [found] = await rows.filter({ hasText: "Handoff" }).locator(".activation-time").allInnerTexts();
    if (found === undefined) await vscode.page.mouse.wheel(0, 200);
    return found;
  });
  return Number(/(\d+)ms/u.exec(text)?.[1]);
}

/** Measures the longest time between two frames of the window during an action. */
async function longestFrame(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const frames = { longest: 0, last: performance.now(), running: true };
    const next = (): void => {
      const time = performance.now();
      frames.longest = Math.max(frames.longest, time - frames.last);
      frames.last = time;
      if (frames.running) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(globalThis, { frames });
  });
  await work();
  return await page.evaluate(() => {
    const { frames } = globalThis as unknown as { frames: { longest: number; running: boolean } };
    frames.running = false;
    return frames.longest;
  });
}

/** Records, for each number of a round, the first frame in which it is visible. */
async function watch(place: Locator): Promise<(round: number) => Promise<number>> {
  await place.evaluate((element) => {
    const seen: Record<string, number> = {};
    Object.assign(globalThis, { seen });
    const look = (): void => {
      for (const [, round = ""] of (element.textContent ?? "").matchAll(/Round (\d+)\./gu)) {
        if (round in seen) continue;
        seen[round] = 0;
        requestAnimationFrame(() => (seen[round] = performance.timeOrigin + performance.now()));
      }
    };
    new MutationObserver(look).observe(element, { subtree: true, childList: true, characterData: true });
  });
  const seenAt = (round: number) => place.evaluate((_, key) => (globalThis as unknown as { seen: Record<string, number> }).seen[key], round);
  return (round) => until(`round ${round} to be in sight`, async () => (await seenAt(round)) || undefined);
}

/**
 * Measures the time from the rename of a task's file until it is visible in the tree and on the
 * board.
 */
async function outsideChanges(vscode: Vscode, tree: TreePage): Promise<{ tree: number; board: number }> {
  const board = await BoardPage.open(vscode);
  const tasks = vscode.path(".handoff/tasks");
  const task = join(tasks, readdirSync(tasks).find((name) => name.startsWith("t1-")) ?? "");
  const file = join(task, readdirSync(task).find((name) => name.startsWith("_task.")) ?? "");
  const text = readFileSync(file, "utf8");
  const write = (content: string): number => {
    writeFileSync(join(task, ".new.tmp"), content);
    const begun = now();
    renameSync(join(task, ".new.tmp"), file);
    return begun;
  };
  const inTree = await watch(tree.tree);
  const onBoard = await watch(board.frame.locator(".board"));
  const took = { tree: [] as number[], board: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = write(text.replace('"title": "', `"title": "Round ${round}. `));
      took.tree.push((await inTree(round)) - begun);
      took.board.push((await onBoard(round)) - begun);
      // Changes are made one at a time because several in a row are batched.
      await vscode.page.waitForTimeout(300);
    }
  } finally {
    write(text);
  }
  return { tree: median(took.tree), board: median(took.board) };
}

async function scroll(page: Page, tree: TreePage): Promise<void> {
  await tree.rows.first().hover();
  for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 300);
  for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, -300);
}

async function expand(page: Page, tree: TreePage): Promise<void> {
  await tree.tree.focus();
  await page.keyboard.press("Home");
  const subtasks = tree.tree.locator('.monaco-list-rows [aria-level="2"]');
  for (let opened = 1; opened <= 5; opened += 1) {
    await page.keyboard.press("ArrowRight");
    await until("its three subtasks to be in sight", async () => (await subtasks.count()) === 3 * opened);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowDown");
  }
}

const removeInstallation = await setup();
const vscode = await Vscode.open({ folder, size: { width: 1400, height: 900 } });
try {
  const begun = performance.now();
  const tree = await TreePage.open(vscode);
  const shown = performance.now() - begun;
  const scrolling = await longestFrame(vscode.page, () => scroll(vscode.page, tree));
  const expanding = await longestFrame(vscode.page, () => expand(vscode.page, tree));
  const outside = await outsideChanges(vscode, tree);
  const figures = {
    // Last, because VSCode shows it over everything else.
    activation: await activation(vscode),
    "opened until the tree shows": shown,
    "longest frame, scrolling the tree": scrolling,
    "longest frame, opening five tasks": expanding,
    "outside change until the tree shows": outside.tree,
    "outside change until the board shows": outside.board,
  };
  // oxlint-disable-next-line no-console -- the benchmark's output
  console.log(JSON.stringify(figures));
} finally {
  await vscode.close();
  await closeBrowser();
  removeAllScratch();
  removeInstallation();
}
