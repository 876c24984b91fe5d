// The board with the engine: what a gesture writes, undo, refusals, and what other programs write meanwhile.
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mountBoard } from "../../../webviews/board/page.tsx";
import { cardOf, cellOf, hasCard, idsIn } from "../../../webviews/board/testing/boardPage.ts";
import { lowerPart, middle, mouse } from "../../../webviews/shared/testing/pointer.ts";
import { doing, expectInReview, review } from "../e2e/pages/reviewFiles.ts";
import { filesBecome, settledFiles, touched } from "../e2e/pages/taskFiles.ts";
import { until } from "../harness/until.ts";
import { Extension } from "./enginePage.ts";

const map = ".handoff/tasks/t2-map-view/_task.todo.json";

let extension: Extension;
let before: Record<string, string>;

beforeEach(async () => {
  extension = await Extension.start();
  await extension.show("handoff.openBoard", mountBoard);
  await until("the board to be drawn", () => hasCard("t2.1"));
  await page.getByRole("button", { name: "Display", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Parent tasks" }).click();
  await userEvent.keyboard("{Escape}");
  await until("the parents to be shown", () => hasCard("t2"));
  before = await settledFiles(extension);
});
afterEach(() => extension.close());

const inColumn = (status: Parameters<typeof idsIn>[0], id: string) => until(`${id} in ${status}`, () => idsIn(status).includes(id));
const hasText = (id: string, text: string) => until(`${text} on the card ${id}`, () => cardOf(id).textContent.includes(text));

/** Undoes a change of t2.1 and waits until every byte is as before. Returns all files. */
async function undo(how: () => Promise<unknown>): Promise<Record<string, string>> {
  await how();
  await until("t2.1 to be back", () => cardOf("t2.1").closest<HTMLElement>("[data-status]")?.dataset["status"] === "in_progress");
  await filesBecome(extension, before);
  return await settledFiles(extension);
}

async function pickUpWithKeys(id: string): Promise<void> {
  cardOf(id).focus();
  await userEvent.keyboard(" ");
  await until("the card to be carried", () => cardOf(id).classList.contains("carried"));
}

async function pickUp(id: string): Promise<void> {
  cardOf(id).scrollIntoView({ block: "nearest" });
  const { x, y } = middle(cardOf(id));
  await mouse.down({ x, y });
  await mouse.move({ x: x + 12, y: y + 4 });
  await until("the drag to begin", () => document.querySelector(".drop-mark") !== null);
}

async function dropBehind(id: string): Promise<void> {
  await mouse.move(lowerPart(cardOf(id)), 8);
  await until("the place to be marked", () => document.querySelector(".drop-mark") !== null);
  await mouse.up();
}

test("keys move a card like the mouse; Ctrl+Z undoes it and Ctrl+Y redoes it", async () => {
  await pickUpWithKeys("t2.1");
  await userEvent.keyboard("{ArrowRight} ");
  await inColumn("review", "t2.1");
  // The manual order puts it there anyway, so no rank is needed.
  await expectInReview(extension, before, [], []);
  await until("the card to have the focus", () => document.activeElement === cardOf("t2.1"));
  const moved = await settledFiles(extension);
  expect(await undo(() => userEvent.keyboard("{Control>}z{/Control}"))).toEqual(before);
  await userEvent.keyboard("{Control>}y{/Control}");
  await inColumn("review", "t2.1");
  await filesBecome(extension, moved);
  expect(await undo(() => extension.run("handoff.undo"))).toEqual(before);
});

test("a refused drop returns, names the open criterion and writes nothing", async () => {
  cardOf("t1.1").scrollIntoView();
  await pickUp("t1.2.2");
  await dropBehind("t1.1");
  await hasText("t1.2.2", "エラー行をスキップ");
  await inColumn("in_progress", "t1.2.2");
  expect(await settledFiles(extension)).toEqual(before);
});

test("a card dropped in another parent's lane and column moves below that task; one undo reverts both", async () => {
  const moved = ".handoff/tasks/t2-map-view/t2.2-🌊-wave-overlay/t2.1-tile-rendering/_task.review.json";
  await page.getByRole("button", { name: "Lanes: None" }).click();
  await page.getByRole("menuitemradio", { name: "Parent" }).click();
  await until("the lanes to be shown", () => document.querySelector('[data-lane="t2.2"]') !== null);
  await pickUpWithKeys("t2.1");
  await userEvent.keyboard("{PageDown}{ArrowRight} ");
  await until("the card to be in the lane", () => cellOf("review", "t2.2").contains(cardOf("t2.1")));
  await extension.fileBecomes(moved, (text) => text.includes('"t2.1"'));
  expect(touched(before, await settledFiles(extension))).toEqual([doing, moved].toSorted());
  expect(await undo(() => userEvent.keyboard("{Control>}z{/Control}"))).toEqual(before);
});

test("changes by another program during a card's drag are shown, and the drop is carried out", async () => {
  await pickUp("t2.1");
  const alerts = ".handoff/tasks/t3-alerts/_task.todo.json";
  const old = extension.read(alerts);
  extension.write(alerts, old.replace('"title": "Alerts"', '"title": "Alarms"'));
  await hasText("t3", "Alarms");
  await dropBehind("t1.2");
  await extension.fileBecomes(review, (text) => text.includes('"t2.1"'));
  expect(idsIn("review").slice(0, 2)).toEqual(["t1.2", "t2.1"]);
  const undone = await undo(async () => {
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    extension.write(alerts, old);
  });
  expect(undone).toEqual(before);
  await hasText("t3", "Alerts");
});

test("a title draft does not overwrite another program's title; both are offered", async () => {
  const old = extension.read(map);
  cardOf("t2").focus();
  await userEvent.keyboard("{F2}Half typed");
  extension.write(map, old.replace(/"title": "[^"]*"/u, '"title": "By the agent"'));
  await until("the change to be read", () => extension.project.view({ kind: "task", id: "t2" })?.card.title === "By the agent");
  await userEvent.keyboard("{Enter}");
  await hasText("t2", "The value in the file is now “By the agent”.");
  expect(extension.read(map)).toContain('"title": "By the agent"');
  await page.getByRole("button", { name: "Keep mine" }).click();
  await extension.fileBecomes(map, (text) => text.includes('"title": "Half typed"'));
  cardOf("t2").focus();
  await userEvent.keyboard("{Control>}z{/Control}");
  await extension.fileBecomes(map, (text) => text.includes('"title": "By the agent"'));
  extension.write(map, old);
  await hasText("t2", "Map view");
});

test("a card without the required estimate asks for it; one undo reverts both changes", async () => {
  await pickUpWithKeys("t90");
  await userEvent.keyboard("{ArrowRight} ");
  await hasText("t90", "“Reserved number” needs an estimate before it can move to In progress.");
  await userEvent.keyboard("2{Enter}");
  await inColumn("in_progress", "t90");
  await extension.fileBecomes(".handoff/tasks/t90-reserved-number/_task.in_progress.json", (text) => text.includes('"estimate_hours": 2.0'));
  cardOf("t90").focus();
  await userEvent.keyboard("{Control>}z{/Control}");
  await inColumn("todo", "t90");
  await filesBecome(extension, before);
  expect(await settledFiles(extension)).toEqual(before);
});
