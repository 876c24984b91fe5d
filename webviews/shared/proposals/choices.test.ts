import { expect, it } from "vitest";
import { fakeField, fakeProposal } from "../testing/fakeProposal.ts";
import { choicesOf, isTaken, noDraft, withToggled, withValue } from "./choices.ts";

const plain = { element: 1, kind: "change" as const, task: "t1", title: "A", conflict: false, fields: [fakeField("priority", "", "high"), fakeField("dueDate", "2026-12-08", "2026-12-18", "2026-12-04")] };
const clash = { element: 2, kind: "change" as const, task: "t2", title: "B", conflict: false, fields: [fakeField("dueDate", "2026-12-08", "2026-12-18", "2026-12-04")] };
const proposal = fakeProposal({ total: 3, elements: [plain, clash] });

it("an untouched proposal is accepted without its conflicts", () => {
  expect(choicesOf(proposal, noDraft)).toBeUndefined();
  expect([plain, clash].map((row) => isTaken(row, noDraft))).toEqual([true, false]);
});

it("a change with nothing but conflicts is accepted with them", () => {
  const draft = withToggled(noDraft, clash);
  expect(isTaken(clash, draft)).toBe(true);
  expect(choicesOf(proposal, draft)).toEqual([{ element: 1 }, { element: 2, fields: ["dueDate"] }, { element: 3 }]);
  expect(choicesOf(proposal, withToggled(draft, clash))).toEqual([{ element: 1 }, { element: 3 }]);
});

it("a value of the user accepts its field, and the proposed value takes it back", () => {
  const draft = withValue(noDraft, clash, "dueDate", "2026-12-11");
  expect(choicesOf(proposal, draft)).toEqual([{ element: 1 }, { element: 2, values: { dueDate: "2026-12-11" } }, { element: 3 }]);
  expect(choicesOf(proposal, withValue(draft, clash, "dueDate", undefined))).toBeUndefined();
  expect(choicesOf(proposal, withValue(noDraft, plain, "priority", null))?.[0]).toEqual({ element: 1, values: { priority: null } });
});
