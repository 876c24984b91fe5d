// The overview: what its cards say, and where they lead.
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import "@vscode/codicons/dist/codicon.css";
import "../../../shared/theme/base.css";
import "../overview.css";
import { findings } from "../../../shared/testing/accessibility.ts";
import { applyTheme } from "../../../shared/testing/theme.ts";
import type { MilestoneOutlook } from "../../../contract/generated/protocol.ts";
import { demoNotice } from "../../testing/demo.ts";
import { mountOverview } from "../page.tsx";
import { fakeOverview, fakeProjects } from "../testing/fakeOverview.ts";
import type { FakeOverview } from "../testing/fakeOverview.ts";

let close = (): void => undefined;
afterEach(() => close());

function open(options: Parameters<typeof fakeOverview>[0] = {}): FakeOverview {
  applyTheme("dark");
  const root = document.createElement("main");
  root.id = "root";
  document.body.append(root);
  const overview = fakeOverview(options);
  const unmount = mountOverview(root, overview.host);
  close = () => {
    unmount();
    root.remove();
  };
  return overview;
}

it("a card says what is late, whether the next milestone holds, who works and what needs a person", async () => {
  open();
  const card = page.getByRole("button", { name: /Harbour Map/u });
  for (const text of ["2 late", "5 need you", "1 blocked", "64% of 39 tasks finished", "At risk: Beta · 5 Dec Possible by 3 Dec, likely by 11 Dec", "codex · Parse the tide feed of the harbour office"]) {
    await expect.element(card).toHaveTextContent(text);
  }
});

it("a card says what a forecast of its milestone needs", async () => {
  const [harbour] = fakeProjects;
  if (harbour?.glance?.milestone == null) throw new Error("There is no milestone.");
  const { milestone } = harbour.glance;
  const unknown: MilestoneOutlook = { ...milestone, outlook: "unknown", milestone: { ...milestone.milestone, p50: null, p85: null } };
  open({ projects: [{ ...harbour, glance: { ...harbour.glance, milestone: unknown, notice: demoNotice } }] });
  await expect.element(page.getByRole("button", { name: /Harbour Map/u })).toHaveTextContent("No forecast: Beta · 5 Dec A forecast needs a done task and 5 working days with tasks.");
});

it("every card leads to its dashboard, by pointer and key", async () => {
  const overview = open();
  await page.getByRole("button", { name: /Tide Atlas/u }).click();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.poll(() => overview.opened).toEqual(["file:///atlas", "file:///new"]);
});

it("a project of a configured folder offers to open its folder", async () => {
  const overview = open();
  const card = page.getByRole("button", { name: /Buoys/u });
  await expect.element(card).toHaveTextContent("/code/buoys Open Folder");
  await expect.element(page.getByRole("button", { name: /Harbour Map/u })).not.toHaveTextContent("Open Folder");
  await card.click();
  await expect.poll(() => overview.opened).toEqual(["file:///code/buoys"]);
});

it("projects appear as they are read", async () => {
  const [harbour] = fakeProjects;
  if (harbour === undefined) throw new Error("There is no project.");
  const overview = open({ projects: [{ ...harbour, project: null, glance: null }] });
  await expect.element(page.getByText("Loading…")).toBeVisible();
  overview.change([harbour]);
  await expect.element(page.getByText("Last change 1 hr ago")).toBeVisible();
});

it("a window without a project says so", async () => {
  open({ projects: [] });
  await expect.element(page.getByText("There is no Handoff project in this window.")).toBeVisible();
});

describe("axe finds nothing in any theme", () => {
  it("on all kinds of cards", async () => {
    open();
    await expect.element(page.getByRole("button", { name: /Broken/u })).toBeVisible();
    expect(await findings()).toEqual([]);
  });
});
