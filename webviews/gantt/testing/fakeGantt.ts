// A small in-memory project that answers a Gantt chart. Implements only the rules that a chart must
// be able to show (push, refusal, undo). For tests and the gallery.
import type { GanttContract, GanttQuery, GanttSnapshot } from "../../contract/gantt.ts";
import type { GanttChoices, GanttRow, GanttView, Lateness, ProjectView, Proposal, ProposalView, ProposedMove, Reschedule, TaskPatch } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { fakeProjectView, fakeTasks, fakeToday } from "../../shared/testing/fakeTasks.ts";
import type { FakeTasks, FakeTasksOptions } from "../../shared/testing/fakeTasks.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";
import { dayOf } from "../../shared/time/days.ts";
import { datesOf } from "../drag/move.ts";
import { isParent } from "../state/tree.ts";
import { rowsOfTasks } from "./tasks.ts";
import type { FakeTask } from "./tasks.ts";

export interface FakeGanttOptions extends FakeTasksOptions {
  tasks: readonly FakeTask[];
  view?: Partial<GanttView>;
  project?: Partial<ProjectView>;
  choices?: Partial<Omit<GanttChoices, "zoom">> & { zoom?: GanttChoices["zoom"] | undefined };
  /** The targets that every change would miss. */
  late?: readonly Lateness[];
  /** The proposals of agents. */
  proposals?: readonly ProposalView[];
  /** Delays every proposal until it resolves. */
  proposalGate?: () => Promise<void>;
}

export interface FakeGantt extends FakeTasks<FakeTask> {
  host: MemoryHost<GanttContract>;
  task(id: string): FakeTask | undefined;
}

const today = dayOf(fakeToday) ?? 0;

const fakeCalendars: GanttView["calendars"] = [
  { week: [0, 8, 8, 8, 8, 8, 0], exceptions: [{ day: today + 9, hours: 0 }] },
  { week: [0, 8, 8, 0, 8, 8, 0], exceptions: [] },
];

export function fakeGantt(options: FakeGanttOptions): FakeGantt {
  let query: GanttQuery = { foldFinished: true };
  const files = fakeTasks(options, { tasks: options.tasks, carryOut, summaryOf, changed: () => host.tell("changed", snapshot()) });

  function snapshot(): GanttSnapshot {
    const tasks = files.tasks();
    const { rows, links } = rowsOfTasks(tasks.filter((task) => matches(task, query)));
    const gantt: GanttView = {
      revision: files.revision(),
      today,
      rows: withBaseline(rows, query.baseline),
      links,
      calendars: fakeCalendars,
      milestones: [],
      baselines: [],
      choices: choicesOf(options.choices),
      end: null,
      circle: [],
      ...options.view,
      loads: query.loads === true || options.choices?.showWorkload === true ? (options.view?.loads ?? []) : [],
    };
    return { project: fakeProjectView(tasks, { ...files.facts(), ...options.project }), today: fakeToday, readOnly: options.readOnly ?? null, gantt };
  }

  const seen = (name: string, wanted: GanttQuery): GanttSnapshot => {
    files.note(name, wanted);
    query = wanted;
    return snapshot();
  };
  const host = memoryHost<GanttContract>(
    {
      ...files.answers,
      ready: (wanted) => ({ ...seen("ready", wanted), ...files.start }),
      view: (wanted) => seen("view", wanted),
      propose: async (reschedule) => {
        files.note("propose", reschedule);
        await options.proposalGate?.();
        return { ...proposalOf(files.tasks(), reschedule, files.revision()), late: [...(options.late ?? [])] };
      },
      proposals: (request) => {
        files.note("proposals", request);
        return [...(options.proposals ?? [])];
      },
      saveBaseline: () => {
        files.note("saveBaseline", null);
        return null;
      },
      save: (file) => files.note("save", file),
    },
    options.kept,
  );

  const { asked, commands, change } = files;
  return { host, asked, commands, change, task: (wanted) => files.tasks().find(({ id }) => id === wanted) };
}

/** A zoom that is undefined is left out, as by a project that stores none. */
function choicesOf(choices: FakeGanttOptions["choices"] = {}): GanttChoices {
  const { zoom, ...others } = { zoom: "week" as const, ...choices };
  return { sort: "manual", mode: "plan", group: "tree", showWorkload: false, filterAssignee: "", ...others, ...(zoom !== undefined && { zoom }) };
}

function summaryOf(command: PageCommand): string {
  return command.kind === "updateConfig" ? "Change the configuration" : `Change ${"ids" in command ? command.ids.join(", ") : command.kind}`;
}

function carryOut(tasks: readonly FakeTask[], command: PageCommand): readonly FakeTask[] {
  if (command.kind === "updateConfig") return tasks;
  if (command.kind === "reschedule") return dated(tasks, movesOf(tasks, command.reschedule));
  if (command.kind !== "updateTasks") throw new Error(`The fake project cannot carry out "${command.kind}".`);
  const { ids, patch, position } = command;
  if (position === undefined) return tasks.map((task) => (ids.includes(task.id) ? patched(task, patch) : task));
  const { parent, place = { kind: "last" } } = position;
  const moved = ids
    .flatMap((id) => tasks.filter((task) => task.id === id))
    .map((task) => {
      const { parent: _, ...top } = task;
      return { ...top, ...(parent !== null && { parent }) };
    });
  const rest = tasks.filter(({ id }) => !ids.includes(id));
  const beside = place.kind === "before" || place.kind === "after" ? rest.findIndex(({ id }) => id === place.id) : -1;
  const at = { first: 0, before: beside, after: beside + 1, last: rest.length }[place.kind];
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}

function patched(task: FakeTask, { title, estimateHours, assignee, dependency, dependencies }: TaskPatch): FakeTask {
  const kept = (task.after ?? []).filter(({ id }) => id !== dependency?.id && !(dependencies?.remove ?? []).includes(id));
  return {
    ...task,
    ...(title !== undefined && { title }),
    ...(typeof estimateHours === "number" && { hours: estimateHours }),
    ...(typeof assignee === "string" && { assignee }),
    after: dependency === undefined ? kept : [...kept, dependency],
  };
}

function dated(tasks: readonly FakeTask[], moves: readonly ProposedMove[]): FakeTask[] {
  const wanted = new Map(moves.map((move) => [move.id, move]));
  return tasks.map((task) => {
    const move = wanted.get(task.id);
    if (move === undefined) return task;
    const { start: _, due: __, ...rest } = task;
    return { ...rest, ...(move.start !== undefined && { start: move.start }), ...(move.due !== undefined && { due: move.due }) };
  });
}

/** Returns what a change moves: the tasks and, with `push`, their successors. */
function movesOf(tasks: readonly FakeTask[], reschedule: Reschedule): ProposedMove[] {
  const { rows } = rowsOfTasks(tasks);
  const places = new Map(rows.map(({ key }, at) => [key, at]));
  const field = { rows, places, calendars: fakeCalendars, workingDays: reschedule.kind === "shift" && reschedule.workingDays };
  const moves = new Map<string, ProposedMove>();
  const put = (row: GanttRow, start: number | undefined, due: number | undefined, follows: boolean): void => {
    const { key, id, title } = row;
    moves.set(key, {
      key,
      id,
      title,
      follows,
      ...(row.start !== undefined && { startBefore: row.start }),
      ...(row.due !== undefined && { dueBefore: row.due }),
      ...(start !== undefined && { start }),
      ...(due !== undefined && { due }),
    });
  };
  const rowOf = (id: string): GanttRow | undefined => rows[places.get(id) ?? -1];
  if (reschedule.kind === "shift") {
    for (const [key, { start, due }] of datesOf(field, { kind: "move", keys: reschedule.ids, days: reschedule.days })) {
      const row = rowOf(key);
      if (row !== undefined && !isParent(row)) put(row, start, due, false);
    }
  } else if (reschedule.kind === "set") {
    for (const { id, startDate, dueDate } of reschedule.dates) {
      const row = rowOf(id);
      if (row !== undefined) put(row, dayOf(startDate ?? ""), dayOf(dueDate ?? ""), false);
    }
  } else {
    for (const row of rows.filter((one) => !isParent(one) && one.status === "todo")) {
      const { delay = 2 } = tasks.find(({ id }) => id === row.id) ?? {};
      put(row, (row.start ?? today) + delay, (row.due ?? today) + delay, false);
    }
  }
  if (reschedule.kind === "auto" || reschedule.push !== true) return [...moves.values()];
  for (const task of tasks) {
    for (const { id } of task.after ?? []) {
      const before = moves.get(id);
      const row = rowOf(task.id);
      if (before?.due === undefined || row?.start === undefined || moves.has(task.id) || row.start > before.due) continue;
      put(row, before.due + 1, before.due + 1 + (row.due ?? row.start) - row.start, true);
    }
  }
  return [...moves.values()];
}

function proposalOf(tasks: readonly FakeTask[], reschedule: Reschedule, revision: number): Proposal {
  const moves = movesOf(tasks, reschedule);
  const followers = moves.filter(({ follows }) => follows).length;
  const ends = moves.flatMap(({ due }) => due ?? []);
  return { revision, refusal: null, moves, followers, endBefore: today + 30, end: ends.length === 0 ? null : Math.max(...ends), late: [], load: [] };
}

function matches({ title, assignee }: FakeTask, { filter = {} }: GanttQuery): boolean {
  const { text = "", assignees = [] } = filter;
  return title.toLowerCase().includes(text.toLowerCase()) && (assignees.length === 0 || assignees.includes(assignee ?? ""));
}

function withBaseline(rows: GanttRow[], baseline: string | undefined): GanttRow[] {
  if (baseline === undefined) return rows;
  return rows.map((row, at) =>
    row.start === undefined || row.due === undefined || isParent(row)
      ? row
      : { ...row, baselineStart: row.start - (at % 3), baselineDue: row.due - (at % 3), ...(at % 3 > 0 && { slip: at % 3 }) },
  );
}

export const fakeDay = today;
