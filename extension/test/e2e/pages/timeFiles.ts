// The time entries of last week, in the log as another window has written it.
import type { Vscode } from "../../harness/vscode.ts";

/** Task, weekday from Monday, hour of the start, minutes, who worked. */
const worked: readonly [task: string, day: number, hour: number, minutes: number, name: string][] = [
  ["t1.2.2", 0, 9, 95, "Maya Ito"],
  ["t3.1", 0, 11, 50, "Kenji"],
  ["t1.2.2", 0, 12, 35, "codex"],
  ["t3.1", 1, 9, 120, "Kenji"],
  ["t2.1", 1, 10, 75, "Maya Ito"],
  ["t2.1", 1, 13, 40, "codex"],
  ["t1.2.2", 2, 9, 150, "Maya Ito"],
  ["t5", 2, 14, 45, "Kenji"],
  ["t2.1", 3, 9, 80, "Maya Ito"],
  ["t1.2.2", 3, 11, 65, "codex"],
  ["t3.1", 4, 10, 110, "Kenji"],
];

const agents = new Set(["codex"]);

/** Writes the entries into the log. */
export function writeTime(vscode: Vscode, now = new Date()): void {
  const monday = new Date(now);
  monday.setUTCDate(now.getUTCDate() - ((now.getUTCDay() + 6) % 7) - 7);
  const lines = new Map<string, string[]>();
  for (const [index, [task, day, hour, minutes, name]] of worked.entries()) {
    const start = new Date(monday);
    start.setUTCDate(monday.getUTCDate() + day);
    start.setUTCHours(hour, 0, 0, 0);
    const end = new Date(start.getTime() + minutes * 60_000);
    const isAgent = agents.has(name);
    const actor = { kind: isAgent ? "agent" : "human", name };
    const entry = { task, start: start.toISOString(), end: end.toISOString(), seconds: minutes * 60, source: isAgent ? "agent" : "editor", actor };
    const change = { kind: "entry", id: `time-${index}`, from: null, to: entry };
    const path = `.handoff/activity/${entry.end.slice(0, 7)}/office.jsonl`;
    lines.set(path, [...(lines.get(path) ?? []), JSON.stringify({ id: `office-${index}`, at: entry.end, actor, task, change })]);
  }
  for (const [path, events] of lines) vscode.write(path, `${events.join("\n")}\n`);
}
