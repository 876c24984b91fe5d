// Proposals of agents on the chart: their dates as ghosts, and the panel in which they are accepted, edited and rejected.
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ProposalChoice, ProposalView } from "../../contract/generated/protocol.ts";
import { fakeField, fakeProposal } from "../../shared/testing/fakeProposal.ts";
import { openPanels } from "../testing/panelsPage.tsx";
import type { PanelsPage } from "../testing/panelsPage.tsx";
import { day, viewOf } from "../testing/fakeView.ts";

let panels: PanelsPage;
beforeEach(() => page.viewport(1280, 800));
afterEach(() => panels.close());

const move = (id: string, due: string, follows = false) => ({ key: id, id, title: id, startBefore: day("2026-12-01"), dueBefore: day("2026-12-10"), start: day("2026-12-01"), due: day(due), follows });

const proposal = fakeProposal({
  elements: [
    { element: 1, kind: "change", task: "t2.1", title: "Tide curve chart", conflict: false, fields: [fakeField("dueDate", "2026-12-15", "2026-12-18"), fakeField("priority", "low", "high", "medium")] },
    { element: 2, kind: "create", task: "", title: "Ask for a preview", conflict: false, fields: [fakeField("assignee", "", "maya"), fakeField("estimateHours", "", "2")] },
    { element: 3, kind: "delete", task: "t99", title: "", conflict: true, fields: [fakeField("status", "", "")] },
  ],
  moves: [move("t2", "2026-12-23", true), move("t2.1", "2026-12-18")],
});
const other = fakeProposal({ id: "p-2", reason: "Later is enough.", elements: [{ element: 1, kind: "change", task: "t3", title: "Release notes", conflict: false, fields: [] }], moves: [move("t2.1", "2026-12-30"), move("t3", "2026-12-24")] });

let waiting: readonly ProposalView[];

/** The dates follow the due date of the first change. */
function answer({ id, only }: { id?: string; only?: ProposalChoice[] }): ProposalView[] {
  const due = only?.find(({ element }) => element === 1)?.values?.dueDate;
  const shown = waiting.filter((one) => id === undefined || one.id === id);
  return typeof due === "string" ? shown.map((one) => ({ ...one, moves: [move("t2.1", due)] })) : shown;
}

async function open(proposals: readonly ProposalView[] = [proposal], readOnly: "untrusted" | null = null): Promise<void> {
  waiting = proposals;
  panels = await openPanels({ proposals: answer, needed: proposals.length, readOnly });
  await expect.poll(() => panels.state.openProposals.value.length).toBe(proposals.length);
}

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const box = (name: string) => page.getByRole("checkbox", { name });
const ghosts = (): [string, number | undefined][] => panels.state.ghosts.value.map(({ id, due }) => [id, due]);
const show = () => button("1 proposal: The licence arrives two weeks late.").click();
const executed = () => panels.of("execute");

it("without proposals there is no button and no request", async () => {
  waiting = [];
  panels = await openPanels({ proposals: answer });
  await expect.element(button("Auto-schedule…")).toBeVisible();
  await expect.element(button(/^1 proposal/u)).not.toBeInTheDocument();
  expect(panels.of("proposals")).toEqual([]);
});

it("is shown with its dates, and accepted without what is in conflict", async () => {
  await open();
  await show();
  await expect.element(page.getByRole("region", { name: "Proposal" })).toHaveTextContent("The licence arrives two weeks late.");
  expect(ghosts()).toEqual([["t2", day("2026-12-23")], ["t2.1", day("2026-12-18")]]);
  await expect.element(page.getByText("Changed since: it was Medium")).toBeVisible();
  await expect.element(box("Tide curve chart")).toHaveFocus();
  await expect.element(page.getByText("The task has been deleted, or its ID is taken")).toBeVisible();
  await expect.element(box("Delete “t99”")).toBeDisabled();
  await button("Accept 2 of 3 changes").click();
  await expect.poll(executed).toEqual([{ kind: "acceptProposal", id: proposal.id }]);
});

it("is accepted in part, with a field in conflict, and shows the dates of that part", async () => {
  await open();
  await show();
  await box("New task “Ask for a preview”").click();
  await box("Accept priority").click();
  const only = [{ element: 1, fields: ["dueDate", "priority"] }];
  await expect.poll(() => panels.of("proposals").at(-1)).toEqual({ id: proposal.id, only });
  await box("Tide curve chart").click();
  await expect.poll(ghosts).toEqual([]);
  await expect.element(button("Accept 0 of 3 changes")).toBeDisabled();
  await box("Tide curve chart").click();
  await button("Accept 1 of 3 changes").click();
  await expect.poll(executed).toEqual([{ kind: "acceptProposal", id: proposal.id, only }]);
});

it("is accepted with other values, whose dates are shown", async () => {
  await open();
  await show();
  await button("Edit due date of Tide curve chart").click();
  const due = page.getByRole("textbox", { name: "Edit due date of Tide curve chart" });
  await expect.element(due).toHaveFocus();
  await due.fill("21 Dec");
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Edit due date of Tide curve chart")).toHaveFocus();
  await expect.poll(ghosts).toEqual([["t2.1", day("2026-12-21")]]);
  await button("Edit title of Ask for a preview").click();
  await page.getByRole("textbox", { name: "Edit title of Ask for a preview" }).fill("Ask for two previews");
  await userEvent.keyboard("{Enter}");
  await expect.element(box("New task “Ask for two previews”")).toBeChecked();
  await button("Edit assignee of Ask for a preview").click();
  await page.getByRole("menuitemradio", { name: "Unassigned" }).click();
  await button("Edit estimate of Ask for a preview").click();
  await page.getByRole("textbox", { name: "Edit estimate of Ask for a preview" }).fill("many");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("“many” is no value of this field.").first()).toBeVisible();
  await button("Edit priority of Tide curve chart").click();
  await page.getByRole("menuitemradio", { name: "Low" }).click();
  await button("Accept 2 of 3 changes").click();
  const only = [
    { element: 1, values: { dueDate: "2026-12-21", priority: "low" } },
    { element: 2, values: { title: "Ask for two previews", assignee: null } },
  ];
  await expect.poll(executed).toEqual([{ kind: "acceptProposal", id: proposal.id, only }]);
});

it("is rejected with a word", async () => {
  await open();
  await show();
  await button("Reject…").click();
  await expect.element(page.getByLabelText("Why not?")).toHaveFocus();
  await expect.element(button("Reject")).toBeDisabled();
  await userEvent.keyboard("Release first.{Enter}");
  await expect.poll(executed).toEqual([{ kind: "rejectProposal", id: proposal.id, answer: "Release first." }]);
});

it("that was answered elsewhere closes", async () => {
  await open();
  await show();
  waiting = [];
  panels.change(viewOf(undefined, { revision: 2 }));
  await expect.poll(() => document.querySelector(".proposal")).toBeNull();
  expect(panels.state.chosenProposal.value).toBeNull();
});

it("is shown again after a reload", async () => {
  waiting = [proposal];
  panels = await openPanels({ proposals: answer, needed: 1, kept: { proposal: proposal.id } });
  await expect.element(page.getByRole("region", { name: "Proposal" })).toBeVisible();
});

it("that the host names is shown, or said to be answered", async () => {
  await open([proposal, other]);
  panels.host.tell("proposal", { id: "p-2" });
  await expect.element(page.getByRole("region", { name: "Proposal" })).toHaveTextContent("Later is enough.");
  panels.host.tell("proposal", { id: "p-3" });
  await expect.element(page.getByText("The proposal has been answered.").first()).toBeVisible();
});

it("among several is chosen from a menu, and Escape closes it", async () => {
  await open([proposal, other]);
  await button("2 proposals").click();
  await page.getByRole("menuitemradio", { name: /Later is enough/u }).click();
  expect(ghosts()).toEqual([["t2.1", day("2026-12-30")], ["t3", day("2026-12-24")]]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector(".proposal")).toBeNull();
  expect(ghosts()).toEqual([]);
});

it("can be read but not answered if the project is read-only", async () => {
  await open([proposal], "untrusted");
  await show();
  await expect.element(box("New task “Ask for a preview”")).toBeDisabled();
  await expect.element(button(/^(Accept|Reject|Edit)/u)).not.toBeInTheDocument();
});

it("that cannot be accepted together says why", async () => {
  await open([{ ...proposal, refusal: { code: "dependency-cycle", text: { template: "{task} waits for itself.", args: { task: "t1" } } } }]);
  await show();
  await expect.element(page.getByRole("alert")).toHaveTextContent("t1 waits for itself.");
  await expect.element(button(/^Accept \d/u)).toBeDisabled();
});

it.each([1280, 320])("fits into its panel at %i pixels", async (width) => {
  await page.viewport(width, 800);
  await open([{ ...proposal, reason: "averyverylongwordwithoutaspace".repeat(6), elements: proposal.elements.map((element) => ({ ...element, title: "Mooring".repeat(20) })) }]);
  panels.actions.chooseProposal(proposal.id);
  await expect.poll(() => document.querySelector(".proposed-change")).not.toBeNull();
  const panel = document.querySelector(".proposal-answer") ?? document.body;
  expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth);
});
