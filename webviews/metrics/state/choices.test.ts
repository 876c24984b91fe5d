import { expect, it } from "vitest";
import { readPersistedState } from "./persistedState.ts";
import { daysOf, readRange } from "./range.ts";

it.each([
  [{ kind: "all" }, {}],
  [{ kind: "last", days: 28 }, { from: 973 }],
  [{ kind: "custom", from: 10, to: 20 }, { from: 10, to: 20 }],
  [{ kind: "custom", from: 20, to: 10 }, { from: 10, to: 20 }],
  [{ kind: "custom", from: null, to: 10 }, { to: 10 }],
  [{ kind: "custom", from: 5, to: null }, { from: 5 }],
] as const)("the range %j is the days %j", (range, days) => {
  expect(daysOf(range, 1000)).toEqual(days);
});

it("invalid ranges become all days", () => {
  for (const wrong of [null, {}, { kind: "evil" }, { kind: "last", days: 3 }]) expect(readRange(wrong)).toEqual({ kind: "all" });
  expect(readRange({ kind: "custom", from: 1.5, to: "x" })).toEqual({ kind: "custom", from: null, to: null });
});

it("invalid persisted state becomes defaults, valid state stays", () => {
  const defaults = { choices: { filter: {}, group: null, range: { kind: "all" }, measure: "tasks" }, tables: [], open: [], scroll: 0 };
  for (const wrong of [undefined, null, "x", { choices: 1, tables: 2 }, { choices: { group: "evil", measure: 5 } }]) expect(readPersistedState(wrong)).toEqual(defaults);
  const state = { choices: { filter: { text: "a" }, group: "label", range: { kind: "last", days: 84 }, measure: "hours" }, tables: ["flow"], open: ["cycle"], scroll: 40 };
  expect(readPersistedState(JSON.parse(JSON.stringify(state)))).toEqual(state);
});
