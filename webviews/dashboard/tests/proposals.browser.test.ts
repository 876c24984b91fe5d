// Proposals of agents are accepted, whole or in part, and rejected in place.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeField, fakeProposal } from "../../shared/testing/fakeProposal.ts";
import { demoView } from "../testing/demo.ts";
import { openDashboard } from "../testing/openDashboard.ts";
import type { DashboardTestPage } from "../testing/openDashboard.ts";

let dashboard: DashboardTestPage;
afterEach(() => dashboard.close());

const proposal = fakeProposal({
  total: 4,
  elements: [
    { element: 1, kind: "change", task: "t7", title: "Clarify the licence", conflict: false, fields: [fakeField("priority", "", "high"), fakeField("dueDate", "2026-12-08", "2026-12-18", "2026-12-04")] },
    { element: 2, kind: "create", task: "", title: "Ask for a preview", conflict: false, fields: [fakeField("estimateHours", "", "2")] },
    { element: 3, kind: "delete", task: "t99", title: "", conflict: true, fields: [fakeField("status", "", "")] },
  ],
});

async function open(): Promise<void> {
  dashboard = await openDashboard({ dashboard: { ...demoView, proposals: { total: 1, proposals: [proposal] } } });
  await expect.element(page.getByText("codex · 4 changes", { exact: false })).toBeVisible();
}

const accept = () => page.getByRole("button", { name: "Accept: The licence arrives two weeks late." });

it("all changes without a conflict are accepted with one button", async () => {
  await open();
  await expect.element(page.getByText("Clarify the licence · priority: none → High")).toBeVisible();
  await expect.element(page.getByText("due date: 8 Dec → 18 Dec", { exact: false })).toHaveTextContent("Changed since: it was 4 Dec");
  await expect.element(page.getByText("New task “Ask for a preview” · estimate: 2 h")).toBeVisible();
  await expect.element(page.getByText("The task has been deleted, or its ID is taken")).toBeVisible();
  await expect.element(page.getByText("1 more", { exact: true })).toBeVisible();
  await accept().click();
  await expect.poll(() => dashboard.done).toEqual([{ kind: "acceptProposal", id: proposal.id }]);
});

it("ticks choose changes, and fields in conflict", async () => {
  await open();
  await page.getByRole("checkbox", { name: /^due date/u }).click();
  await page.getByRole("checkbox", { name: /^New task/u }).click();
  await expect.element(page.getByRole("checkbox", { name: /^Delete/u })).toBeDisabled();
  await accept().click();
  const only = [{ element: 1, fields: ["priority", "dueDate"] }, { element: 4 }];
  await expect.poll(() => dashboard.done).toEqual([{ kind: "acceptProposal", id: proposal.id, only }]);
});

it("a word is needed to reject a proposal", async () => {
  await open();
  await page.getByRole("button", { name: /^Reject…: The licence/u }).click();
  await expect.element(page.getByLabelText("Why not?")).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Reject", exact: true })).toBeDisabled();
  await userEvent.keyboard("Release first.{Enter}");
  await expect.poll(() => dashboard.done).toEqual([{ kind: "rejectProposal", id: proposal.id, answer: "Release first." }]);
});

it("leads to the chart, where its values can be edited", async () => {
  await open();
  await page.getByRole("button", { name: "Edit…: The licence arrives two weeks late." }).click();
  await expect.poll(() => dashboard.opened).toEqual([{ kind: "gantt", proposal: proposal.id }]);
});
