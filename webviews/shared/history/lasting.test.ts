import { expect, it } from "vitest";
import type { Change, Event } from "../../contract/generated/protocol.ts";
import { lastingEvents } from "./lasting.ts";

let count = 0;
function event(task: string, change: Change): Event {
  count += 1;
  return { id: String(count), at: `2026-11-25T09:${String(count).padStart(2, "0")}:00Z`, actor: { kind: "human", name: "maya" }, task, change };
}
const status = (task: string, from: string, to: string): Event => event(task, { kind: "field", field: "status", from, to });
const criterion = (checked: boolean): Event => event("t1", { kind: "criterion", item: "Works", checked });
const shown = (events: readonly Event[]): unknown[] => lastingEvents(events).map(({ task, change }) => (change.kind === "field" ? [task, change.from, change.to] : [task, change.kind]));

it("several changes of a value are the way from the first to the last", () => {
  const events = [status("t1", "todo", "in_progress"), status("t2", "todo", "done"), status("t1", "in_progress", "review")];
  const expected = [["t2", "todo", "done"], ["t1", "todo", "review"]];
  expect(shown(events)).toEqual(expected);
  expect(shown(events.toReversed()), "in the order of the list").toEqual(expected.toReversed());
});

it("nothing is left of what was changed back", () => {
  expect(shown([status("t1", "todo", "done"), status("t1", "done", "todo"), criterion(true), criterion(false)])).toEqual([]);
  expect(shown([criterion(true), criterion(false), criterion(true)])).toEqual([["t1", "criterion"]]);
  const hours = (value: number): Event => event("t1", { kind: "time", hours: value });
  expect(shown([hours(2), hours(-2)])).toEqual([]);
  expect(lastingEvents([hours(2), hours(1)]).map(({ change }) => change)).toEqual([{ kind: "time", hours: 3 }]);
});

it("what stands for itself stays", () => {
  const created = event("t1", { kind: "created", title: "A" });
  const events = [created, status("t1", "todo", "done"), event("t1", { kind: "deleted", title: "A" })];
  expect(lastingEvents(events)).toEqual(events);
  expect(lastingEvents([])).toEqual([]);
});
