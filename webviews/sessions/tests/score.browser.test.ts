// The scores of handovers: the trend over the sessions, and the parts of one.
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { findings } from "../../shared/testing/accessibility.ts";
import { openSessions, rowOf } from "../testing/open.ts";
import type { SessionsPageHandle } from "../testing/open.ts";
import { sessions } from "../testing/recorded.ts";

let opened: SessionsPageHandle;
afterEach(() => opened.close());

it("shows the scores of the closed sessions as a trend, the last one as a number", async () => {
  opened = await openSessions();
  const trend = document.querySelector(".score-trend");
  expect(trend?.querySelector(".score-percent")?.textContent).toBe("72");
  expect(trend?.getAttribute("title")).toBe("Scores of the last handovers, oldest first: 45, 72, 72");
  expect(trend?.querySelector(".sparkline path")).not.toBeNull();
  opened.host.change({ sessions: { sessions: sessions.filter(({ score }) => score === null), unread: [] } });
  await expect.poll(() => document.querySelector(".score-trend")).toBeNull();
});

it("shows its score as a handover and what to fix, if it is closed", async () => {
  opened = await openSessions();
  await expect.element(page.getByText("moved to 20-50")).toBeVisible();
  expect(document.querySelector(".score-parts")).toBeNull();
  await rowOf("Compare renderers").click();
  const score = page.getByRole("region", { name: "Handover score" });
  await expect.element(score.getByText("68 of 100")).toBeVisible();
  // What was left comes first.
  expect([...document.querySelectorAll(".detail h3")].slice(0, 2).map(({ textContent }) => textContent)).toEqual(["Notes", "Decisions"]);
  const parts = [...document.querySelectorAll(".score-parts > div")].map((part) => [...part.children].map(({ textContent }) => textContent));
  expect(parts).toEqual([
    ["Complete", "80%", "Add what to know or to beware of: a caution, a blocker or a note."],
    ["Specific", "50%", "Name a file, a symbol, a command or a task in each next step: “Ask Maya”."],
    ["Files unchanged", "50%", "Check the pointers to files that have changed or are gone: src/old.rs."],
    ["Fresh", "100%", ""],
    ["Used by the next session", "–", "Known when the next session is closed."],
  ]);
  expect(await findings()).toEqual([]);
});
