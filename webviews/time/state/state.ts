// State of the page as signals. Entries come from the engine, the rest from the user.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { LogProgress } from "../../contract/common.ts";
import type { TimeSelection, TimeZone } from "../../contract/generated/protocol.ts";
import type { LoadedTime, TimeSnapshot } from "../../contract/time/timePage.ts";
import type { PageState } from "../../shared/connection.ts";
import type { DayContext } from "../../shared/dateField/parseDay.ts";
import { noLocale } from "../../shared/text/language.ts";
import { dayOf } from "../../shared/time/days.ts";
import type { ReceivedTimers } from "../../shared/time/timers.ts";
import type { EntryForm, Problems } from "../rules/entryForm.ts";
import { periodOf } from "../rules/period.ts";
import type { Period } from "../rules/period.ts";
import type { Choices, PersistedState } from "./persistedState.ts";
import { dayGroups, weekTotals } from "../rules/totals.ts";
import type { DayGroup, WeekTotals } from "../rules/totals.ts";

/** The entries of a task on a day, to which the list is limited. */
export interface Cell {
  task: string;
  day: number;
}

export interface TimeState extends PageState<TimeSnapshot> {
  /** How far the log was read. Until then, entries are missing. */
  reading: Signal<LogProgress>;
  timers: Signal<ReceivedTimers>;
  choices: Signal<Choices>;
  /** The entries that came last, and their days. */
  loaded: Signal<(LoadedTime & { period: Period }) | null>;
  cell: Signal<Cell | null>;
  form: Signal<EntryForm | null>;
  problems: Signal<Problems>;
  /** Whether a change is under way. */
  isSending: Signal<boolean>;
  today: ReadonlySignal<number>;
  zone: ReadonlySignal<TimeZone>;
  /** What typed days depend on. */
  dayContext: ReadonlySignal<DayContext>;
  /** The days that are chosen; those of the loaded entries may still be others. */
  period: ReadonlySignal<Period>;
  selection: ReadonlySignal<TimeSelection>;
  /** Titles of the tasks of the entries, by ID. */
  titles: ReadonlySignal<ReadonlyMap<string, string>>;
  totals: ReadonlySignal<WeekTotals>;
  groups: ReadonlySignal<DayGroup[]>;
  readOnly: ReadonlySignal<boolean>;
  /** Whether people can start timers on this page. */
  canStart: ReadonlySignal<boolean>;
  /** IDs of the tasks whose timers run. */
  running: ReadonlySignal<ReadonlySet<string>>;
}

export function createState({ choices: chosen, form }: PersistedState): TimeState {
  const snapshot = signal<TimeSnapshot | null>(null);
  const choices = signal(chosen);
  const loaded: TimeState["loaded"] = signal(null);
  const cell = signal<Cell | null>(null);
  const today = computed(() => dayOf(snapshot.value?.today ?? "") ?? 0);
  const period = computed(() => periodOf(choices.value.kind, choices.value.day ?? today.value));
  const entries = computed(() => {
    const all = loaded.value?.view.entries ?? [];
    const only = cell.value;
    if (only === null) return all;
    const { task, day } = only;
    return all.flatMap((row) => (row.entry.task === task ? [{ ...row, days: row.days.filter((part) => part.day === day) }] : []));
  });
  const locale = signal(noLocale);
  const timers: TimeState["timers"] = signal(null);
  const readOnly = computed(() => (snapshot.value?.readOnly ?? null) !== null);
  return {
    snapshot,
    locale,
    failure: signal(null),
    reading: signal(null),
    timers,
    choices,
    loaded,
    cell,
    form: signal(form),
    problems: signal({}),
    isSending: signal(false),
    today,
    zone: computed(() => snapshot.value?.timeZone ?? { offsetMinutes: 0, changes: [] }),
    dayContext: computed(() => ({ locale: locale.value, today: snapshot.value?.today ?? "" })),
    period,
    selection: computed(() => {
      const { task, actor } = choices.value;
      const { from, to } = period.value;
      return { from, to, ...(task !== null && { task: task.id }), ...(actor !== null && { actor }) };
    }),
    titles: computed(() => new Map(loaded.value?.view.tasks.flatMap(({ id, title }) => (title === undefined ? [] : [[id, title] as const])))),
    totals: computed(() => weekTotals(loaded.value?.view ?? { entries: [], tasks: [], actors: [] })),
    groups: computed(() => dayGroups(entries.value)),
    readOnly,
    canStart: computed(() => !readOnly.value && timers.value !== null && !["off", "broken"].includes(timers.value.status.lead.kind)),
    running: computed(() => new Set(timers.value?.status.timers.flatMap(({ id, running }) => (running ? [id] : [])))),
  };
}
