// Tasks are moved in the tree, and what another program does to the files is seen there.
import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { lineDifference } from "./taskFiles.ts";

const file = "_task.todo.json";
const atTop = ".handoff/tasks/t5-performance-budget";
const map = ".handoff/tasks/t2-map-view/_task.todo.json";
const underAlerts = ".handoff/tasks/t3-alerts/t5-performance-budget";

let vscode: Vscode;
let tree: Locator;
beforeAll(async () => {
  vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1100, height: 500 } });
  tree = await vscode.openTree();
});

/** The rows themselves, without those that stick at the top while the tree is scrolled. */
const rows = () => tree.locator(".monaco-list-rows").getByRole("treeitem");
const row = (title: string) => tree.locator(".monaco-list-rows").getByRole("treeitem", { name: new RegExp(`^${title}`, "u") });

interface Place {
  readonly level: number;
  readonly top: number;
}

/** Where each row is, read in one go, since rows are used again for other tasks while the tree is drawn anew. */
async function places(): Promise<Record<string, Place>> {
  const found = await rows().evaluateAll((elements) =>
    elements.map((element) => {
      const title = element.querySelector(".label-name")?.textContent ?? "";
      return [title, { level: Number(element.getAttribute("aria-level")), top: element.getBoundingClientRect().top }] as const;
    }),
  );
  return Object.fromEntries(found);
}

const levelBecomes = (title: string, level: number | undefined) =>
  until(`${title} to be at level ${level}`, async () => (await places())[title]?.level === level);

async function unfold(title: string): Promise<void> {
  await row(title).locator(".monaco-tl-twistie").click();
  await until(`${title} to be open`, async () => (await row(title).getAttribute("aria-expanded")) === "true");
}

test("a task dropped on another becomes its subtask, and dropped on the project a task of the top level", async () => {
  const before = vscode.read(`${atTop}/${file}`);
  await row("Performance budget").dragTo(row("Alerts"));
  const moved = await vscode.fileBecomes(`${underAlerts}/${file}`, (text) => text.includes('"t5"'));
  await until("the folder to have left its place", () => !vscode.exists(atTop));
  const { gone, come } = lineDifference(before, moved);
  expect([...gone, ...come].filter((line) => !/"(?:updated_at|handoff_rank|order)": /u.test(line))).toEqual([]);
  await levelBecomes("Performance budget", undefined);
  await unfold("Alerts");
  await levelBecomes("Performance budget", 3);

  await row("Performance budget").dragTo(tree.getByRole("treeitem", { name: "Tide Atlas" }));
  await vscode.fileBecomes(`${atTop}/${file}`, (text) => text.includes('"t5"'));
  await levelBecomes("Performance budget", 2);
});

test("an edit by hand is seen, with scroll, selection and open branches as they were", async () => {
  for (const title of ["Sign-in", "Map view"]) await unfold(title);
  await row("Alerts").locator(".monaco-tl-contents").click();
  const { Alerts: unscrolled } = await places();
  await vscode.page.mouse.wheel(0, 60);
  await until("the tree to be scrolled", async () => (await places())["Alerts"]?.top !== unscrolled?.top);
  const { "Map view": place, ...others } = await places();
  vscode.write(map, vscode.read(map).replace("Map view", "Map of the coast"));
  await row("Map of the coast").waitFor({ state: "attached" });
  expect(await places()).toEqual({ ...others, "Map of the coast": place });
  expect(await row("Alerts").getAttribute("aria-selected")).toBe("true");
});

test("a folder that is removed by hand is no longer in the tree", async () => {
  expect(await places()).toHaveProperty("Tile rendering");
  vscode.remove(".handoff/tasks/t2-map-view/t2.1-tile-rendering");
  await levelBecomes("Tile rendering", undefined);
  expect(await places()).toHaveProperty("Alerts");
});
