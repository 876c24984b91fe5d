// Sums of time entries: by task and day for the grid, and by day for the list. Pure.
import type { TimedTask, TimeRow, TimeView } from "../../contract/generated/protocol.ts";

/** Seconds. */
export interface Amount {
  people: number;
  agents: number;
}

export interface GridRow {
  task: TimedTask;
  days: ReadonlyMap<number, Amount>;
  total: Amount;
}

export interface WeekTotals {
  rows: GridRow[];
  days: ReadonlyMap<number, Amount>;
  total: Amount;
}

/** The part of an entry on a day. */
interface DayEntry {
  row: TimeRow;
  seconds: number;
}

export interface DayGroup {
  day: number;
  entries: DayEntry[];
  total: Amount;
}

export function totalOf({ people, agents }: Amount): number {
  return people + agents;
}

const nothing = (): Amount => ({ people: 0, agents: 0 });

function add(amount: Amount, { entry }: TimeRow, seconds: number): void {
  if (entry.actor.kind === "agent") amount.agents += seconds;
  else amount.people += seconds;
}

/** Returns the value of a key, which is added if it is missing. */
function valueOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

/** Adds up the entries by task and day; the tasks stay in their order. */
export function weekTotals({ entries, tasks }: TimeView): WeekTotals {
  const cells = new Map<string, Map<number, Amount>>();
  const totals = new Map<string, Amount>();
  const days = new Map<number, Amount>();
  const total = nothing();
  for (const row of entries) {
    const { task } = row.entry;
    const own = valueOf(cells, task, () => new Map<number, Amount>());
    for (const { day, seconds } of row.days) {
      for (const amount of [valueOf(own, day, nothing), valueOf(totals, task, nothing), valueOf(days, day, nothing), total]) add(amount, row, seconds);
    }
  }
  const rows = tasks.map((task) => ({ task, days: cells.get(task.id) ?? new Map<number, Amount>(), total: totals.get(task.id) ?? nothing() }));
  return { rows, days, total };
}

/** Groups entries by day, the newest first. An entry over midnight is on each of its days. */
export function dayGroups(entries: readonly TimeRow[]): DayGroup[] {
  const groups = new Map<number, DayGroup>();
  for (const row of entries) {
    for (const { day, seconds } of row.days) {
      const group = valueOf(groups, day, () => ({ day, entries: [], total: nothing() }));
      group.entries.push({ row, seconds });
      add(group.total, row, seconds);
    }
  }
  return [...groups.values()].toSorted((a, b) => b.day - a.day);
}
