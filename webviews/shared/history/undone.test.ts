import { expect, test } from "vitest";
import type { Actor, Change, Event } from "../../contract/generated/protocol.ts";
import { withoutUndone } from "./undone.ts";

const maya: Actor = { kind: "human", name: "Maya" };
const kenji: Actor = { kind: "human", name: "Kenji" };

/** "09:05 Maya status todo>done" and so on, oldest first. */
function eventsOf(lines: string[]): Event[] {
  return lines
    .map((line, index): Event => {
      const [time = "", who = "", field = "", values = ""] = line.split(" ");
      const [from = "", to = ""] = values.split(">").map((value) => (value === "-" ? null : value));
      const change: Change = field === "tick" ? { kind: "criterion", item: "ok", checked: to === "on" } : { kind: "field", field, from, to };
      return { id: String(index), at: `2026-11-25T${time}:00Z`, actor: who.startsWith("Maya") ? maya : kenji, task: "t1", change, ...(who.endsWith("?") && { observed: true }) };
    })
    .toReversed();
}

test.each([
  ["an undone change", ["09:00 Maya status todo>done", "09:01 Maya status done>todo"], []],
  ["a change, its undo and its redo", ["09:00 Maya status todo>done", "09:01 Maya status done>todo", "09:02 Maya status todo>done"], ["2"]],
  ["two changes undone one after another", ["09:00 Maya title a>b", "09:01 Maya title b>c", "09:02 Maya title c>b", "09:03 Maya title b>a"], []],
  ["a command with two fields", ["09:00 Maya status todo>done", "09:00 Maya tick off>on", "09:01 Maya status done>todo", "09:01 Maya tick on>off"], []],
  ["a cleared value", ["09:00 Maya dueDate ->2026-12-01", "09:01 Maya dueDate 2026-12-01>-"], []],
  ["a change that another person took back", ["09:00 Maya status todo>done", "09:01 Kenji status done>todo"], ["1", "0"]],
  ["a value that was there for an hour", ["09:00 Maya status todo>done", "10:00 Maya status done>todo"], ["1", "0"]],
  ["another change between", ["09:00 Maya status todo>done", "09:01 Maya title a>b", "09:02 Maya status done>todo"], ["2", "1", "0"]],
  ["changes that were only observed", ["09:00 Maya? status todo>done", "09:01 Maya? status done>todo"], ["1", "0"]],
  ["another value", ["09:00 Maya status todo>done", "09:01 Maya status done>review"], ["1", "0"]],
])("%s", (_, lines, left) => {
  expect(withoutUndone(eventsOf(lines)).map(({ id }) => id)).toEqual(left);
});
