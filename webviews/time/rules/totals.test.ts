import { expect, it } from "vitest";
import type { TimeRow } from "../../contract/generated/protocol.ts";
import { dayGroups, totalOf, weekTotals } from "./totals.ts";

function row(id: string, task: string, days: [day: number, seconds: number][], kind: "human" | "agent" = "human"): TimeRow {
  const seconds = days.reduce((sum, [, part]) => sum + part, 0);
  const entry = { task, start: "", end: "", seconds, source: "manual", actor: { kind, name: kind } } as const;
  return { id, entry, days: days.map(([day, part]) => ({ day, seconds: part })) };
}

const entries = [row("c", "t2", [[10, 300], [11, 600]]), row("b", "t1", [[10, 60]], "agent"), row("a", "t1", [[10, 30]])];
const tasks = [{ id: "t1", title: "One" }, { id: "t2", title: "Two" }];

it("the week has the sums of each task, day and kind of actor", () => {
  const { rows, days, total } = weekTotals({ entries, tasks, actors: [] });
  expect(rows.map(({ task, total: sum }) => [task.id, sum])).toEqual([
    ["t1", { people: 30, agents: 60 }],
    ["t2", { people: 900, agents: 0 }],
  ]);
  expect(rows[1]?.days.get(11)).toEqual({ people: 600, agents: 0 });
  expect([...days]).toEqual([
    [10, { people: 330, agents: 60 }],
    [11, { people: 600, agents: 0 }],
  ]);
  expect(totalOf(total)).toBe(990);
});

it("the list has the newest day first, and an entry over midnight on both of its days", () => {
  const groups = dayGroups(entries);
  expect(groups.map(({ day, entries: listed, total }) => [day, listed.map(({ row: { id }, seconds }) => `${id} ${seconds}`), totalOf(total)])).toEqual([
    [11, ["c 600"], 600],
    [10, ["c 300", "b 60", "a 30"], 390],
  ]);
});
