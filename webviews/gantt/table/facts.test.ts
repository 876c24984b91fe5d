import { describe, expect, it } from "vitest";
import type { Assignee } from "../../contract/generated/protocol.ts";
import { noLocale } from "../../shared/text/language.ts";
import { columnsOf, factsOf, sortFacts, nextOrder } from "./facts.ts";
import type { FactColumn } from "./facts.ts";
import { fewRows, row, viewOf } from "../testing/fakeView.ts";

const facts = factsOf(viewOf());
const people: Assignee[] = [
  { key: "maya", name: "Zoë", color: "", kind: "human", configured: true, openTasks: 1 },
  { key: "kenji", name: "Anna", color: "", kind: "human", configured: true, openTasks: 1 },
];

function ids(column: FactColumn, isDescending = false): string[] {
  return sortFacts(facts, { column, isDescending }, people, "en").map(({ row: { id } }) => id);
}

it("a row lists its dependencies by title, kind and lag", () => {
  expect(facts[3]?.waitsFor).toEqual([
    { title: "Parse feed → normalised rows", link: { from: 2, to: 3, kind: "startToStart", lag: 2, broken: true } },
  ]);
});

it("facts of an unchanged row keep their identity", () => {
  const { rows, links } = structuredClone(viewOf());
  const renamed = rows.map((one) => (one.id === "t2" ? { ...one, title: "Other" } : one));
  const after = factsOf({ rows: renamed, links }, facts);
  expect(after.map((fact, at) => fact === facts[at])).toEqual([true, true, true, true, false, true, true, true]);
});

describe("order", () => {
  it("is the chart's if none is chosen", () => {
    expect(sortFacts(facts, null, people, "en")).toBe(facts);
    expect(sortFacts(facts, { column: "title", isDescending: false }, people, noLocale)).toBe(facts);
  });

  it("sorts by names, not keys, with empty ones last in both directions", () => {
    expect(ids("assignee")).toEqual(["t1.3", "t1.2", "t2.2", "t1.1", "t2.1", "t1", "t2", "t3"]);
    expect(ids("assignee", true).slice(-3)).toEqual(["t1", "t2", "t3"]);
  });

  it("sorts dates and numbers by value", () => {
    expect(ids("hours")).toEqual(["t3", "t1.1", "t1.3", "t2.2", "t2.1", "t1.2", "t2", "t1"]);
    expect(ids("due")[0]).toBe("t1.1");
  });

  it("sorts overdue tasks last, or first when descending", () => {
    expect(ids("late", true).slice(0, 2)).toEqual(["t1.2", "t2.2"]);
  });

  it("sorts numbers in titles by value and omits headings", () => {
    const rows = [row("a", "Task 10"), row("b", "Task 9"), { key: "group:x", id: "", title: "A", depth: 0, below: 1, progress: 0 }];
    const sorted = sortFacts(factsOf({ rows, links: [] }), { column: "title", isDescending: false }, [], "en");
    expect(sorted.map((fact) => fact.row.id)).toEqual(["b", "a"]);
  });

  it("cycles from ascending to descending and back to the chart's", () => {
    const first = nextOrder(null, "due");
    const second = nextOrder(first, "due");
    expect([first, second, nextOrder(second, "due")]).toEqual([{ column: "due", isDescending: false }, { column: "due", isDescending: true }, null]);
    expect(nextOrder(second, "start")).toEqual({ column: "start", isDescending: false });
  });
});

it("the baseline column appears only with a baseline to compare", () => {
  expect(columnsOf(fewRows)).toContain("slip");
  expect(columnsOf([row("t1", "One")])).not.toContain("slip");
});
