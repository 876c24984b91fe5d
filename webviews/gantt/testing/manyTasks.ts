// Generated projects of any size: three levels deep, and half as many dependencies as tasks.
// Deterministic.
import type { DependencyKind, GanttView, Status } from "../../contract/generated/protocol.ts";
import { fakeDay } from "./fakeGantt.ts";
import type { FakeTask } from "./tasks.ts";

const verbs = ["Parse", "Draw", "Cache", "Test", "Measure", "Document", "Retry", "Review", "Move", "Split"];
const nouns = ["the feed", "the station list", "tide tables", "map tiles", "the legend", "潮位データ", "alert rules", "the wave overlay of all harbours"];
const people = ["maya", "kenji", "ai"];
const states: Status[] = ["done", "done", "in_progress", "review", "todo", "todo", "todo", "todo", "blocked", "skipped"];
const kinds: DependencyKind[] = ["finishToStart", "finishToStart", "startToStart", "finishToFinish", "startToFinish"];

/** A linear congruential generator with the constants of Numerical Recipes. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function manyTasks(count: number): FakeTask[] {
  const next = random(count);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const tasks: FakeTask[] = [];
  for (let index = 0; index < count; index += 1) {
    const within = index % 10;
    const base = index - within;
    const parent = within === 0 ? undefined : `t${base + (within < 4 ? 1 : 2 + ((within - 4) % 3))}`;
    const day = fakeDay - 30 + Math.floor((index / count) * 60) + within * 2;
    const status = day > fakeDay ? "todo" : pick(states);
    const overdue = status !== "done" && status !== "skipped" && day + 5 < fakeDay;
    tasks.push({
      id: `t${index + 1}`,
      title: `${pick(verbs)} ${pick(nouns)}`,
      status,
      hours: 2 + Math.floor(next() * 30),
      assignee: pick(people),
      ...(parent !== undefined && parent !== `t${index + 1}` && { parent }),
      ...(next() < 0.93 && { start: day, due: day + Math.floor(next() * 8) }),
      ...(index % 2 === 1 && index > 4 && { after: [{ id: `t${index - Math.floor(next() * 4)}`, kind: pick(kinds), lag: 0 }] }),
      row: {
        ...(index % 7 === 3 && { critical: true, slack: 0 }),
        ...(index % 7 === 5 && { slack: 4 }),
        ...(index % 13 === 4 && { pinned: true }),
        ...(index % 17 === 9 && { late: 3 }),
        ...(overdue && { overdue }),
        ...(day < fakeDay && { actualStart: day + 1, ...(status === "done" && { actualEnd: day + 4 }) }),
      },
    });
  }
  return tasks;
}

export const manyMilestones: GanttView["milestones"] = [
  { name: "Alpha", day: fakeDay - 8, color: "", late: 0 },
  { name: "Beta for the harbour offices", day: fakeDay + 14, color: "", late: 2 },
  { name: "1.0 公開", day: fakeDay + 34, color: "#2F80ED", late: 0 },
];

export const manyLoads: GanttView["loads"] = [...people, ""].map((assignee, at) => ({
  assignee,
  calendar: assignee === "kenji" ? 1 : 0,
  limitPercent: 120,
  days: Array.from({ length: 60 }, (_, index) => ({ day: fakeDay - 20 + index, hours: ((index * (at + 3)) % 13) + (at === 1 ? 1 : 0) })).filter(
    ({ day, hours }) => hours > 1 && (day + 4) % 7 > 0 && (day + 4) % 7 < 6,
  ),
}));
