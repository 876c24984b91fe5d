// Common part of the in-memory projects: tasks, commands with undo, and a log of requests.
import type { CommandResult, HeldTask, ReadOnlyReason, Refused, ShownView, TimerMark, TimerQuestion } from "../../contract/common.ts";
import type { Place } from "../../contract/surfaces.ts";
import type { NeedsYou, ProjectView, SavedView } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { statuses } from "../../contract/generated/values.ts";
import { fakePeople } from "./fakePeople.ts";

export const fakeToday = "2026-11-24";

export interface FakeTasksOptions {
  readOnly?: ReadOnlyReason;
  strings?: Record<string, string>;
  locale?: string;
  kept?: unknown;
  /** Returns why a command is refused, as a text or a result; undefined accepts it. */
  refuse?: (command: PageCommand) => string | Refused | undefined;
  /** The running timers. */
  timers?: TimerMark[];
  savedViews?: SavedView[];
  /** The views of the project. A change of the list is told with the next change of the tasks. */
  sharedViews?: SavedView[];
  /** Who holds a task that commands change. */
  held?: HeldTask;
  /** What is asked after each command. */
  question?: TimerQuestion;
  /** Delays every answer to a command until it resolves. */
  gate?: () => Promise<void>;
}

/** Refuses a command for a missing estimate, unless it carries one. */
export function withoutEstimate(command: PageCommand, task?: string): Refused | undefined {
  const has = command.kind === "changeTasks" ? command.tasks.every(({ fields }) => fields.estimateHours !== undefined) : "estimates" in command;
  if (has) return undefined;
  const message = "“A task” needs an estimate before it can move to Review.";
  return { kind: "refused", code: "estimate-required", message, field: "estimateHours", ...(task !== undefined && { task }) };
}

/** The refusal of a change based on an outdated value, which an agent has replaced. */
export function staleRefusal(task: string): Refused {
  const message = `${task} was changed by the agent codex in the meantime. Check the new value first.`;
  return { kind: "refused", code: "stale", message, task, field: "title", by: { kind: "agent", name: "codex" } };
}

/** Requests of the surface, and changes of the files. */
export interface FakeTasks<Task> {
  /** All requests in order, by name and body. */
  asked: [name: string, body: unknown][];
  commands(): PageCommand[];
  /** Simulates a change by another program. */
  change(edit: (tasks: Task[]) => Task[]): void;
}

interface Kind<Task> {
  tasks: readonly Task[];
  /** Unchanged tasks are no undo step. */
  carryOut: (tasks: readonly Task[], command: PageCommand) => readonly Task[];
  summaryOf: (command: PageCommand) => string;
  changed: () => void;
}

export function fakeTasks<Task extends { id: string }>(options: FakeTasksOptions, kind: Kind<Task>) {
  let tasks = kind.tasks;
  let revision = 1;
  const past: (readonly Task[])[] = [];
  const future: (readonly Task[])[] = [];
  const asked: FakeTasks<Task>["asked"] = [];
  const note = (name: string, body: unknown): void => void asked.push([name, body]);

  function become(next: readonly Task[]): void {
    tasks = next;
    revision += 1;
    kind.changed();
  }

  function back(from: (readonly Task[])[], to: (readonly Task[])[], summary: string): CommandResult {
    const next = from.pop();
    if (next === undefined) return { kind: "refused", code: "nothing-to-undo", message: "There is nothing to undo." };
    to.push(tasks);
    become(next);
    return done(summary, []);
  }

  async function execute(command: PageCommand): Promise<CommandResult> {
    note("execute", command);
    await options.gate?.();
    const refused = options.refuse?.(command);
    if (typeof refused === "string") return { kind: "refused", code: "open-criterion", message: refused };
    if (refused !== undefined) return refused;
    if (command.kind === "undo") return back(past, future, "Undone");
    if (command.kind === "redo") return back(future, past, "Redone");
    const before = tasks;
    const next = kind.carryOut(before, command);
    if (next !== before) {
      past.push(before);
      future.length = 0;
      become(next);
    }
    const known = new Set(before.map(({ id }) => id));
    const created = next.map(({ id }) => id).filter((id) => !known.has(id));
    return { ...done(kind.summaryOf(command), created), ...(options.held !== undefined && { held: options.held }), ...(options.question !== undefined && { question: options.question }) };
  }

  const way = (steps: unknown[]): ProjectView["undo"] => (steps.length === 0 ? null : { template: "Last change", args: {} });
  return {
    note,
    tasks: () => tasks,
    revision: () => revision,
    /** Undo and redo texts of the project view, and the views. */
    facts: () => ({ undo: way(past), redo: way(future), views: [...(options.sharedViews ?? [])] }),
    /** Answers to the requests of every surface. */
    answers: {
      execute,
      openPage: (page: Place) => note("openPage", page),
      openTask: (id: string) => note("openTask", id),
      followTask: (id: string) => note("followTask", id),
      openFile: (id: string) => note("openFile", id),
      answerTimer: (reply: unknown) => note("answerTimer", reply),
      deleteTasks: (ids: string[]): CommandResult => {
        note("deleteTasks", ids);
        become(tasks.filter(({ id }) => !ids.includes(id)));
        return done(`Deleted ${ids.length}`, []);
      },
      pick: (request: unknown): null => {
        note("pick", request);
        return null;
      },
      saveView: (shown: ShownView) => note("saveView", shown),
      manageViews: (shown: ShownView) => note("manageViews", shown),
    },
    /** The start data, beside the snapshot. */
    start: { strings: options.strings ?? {}, locale: options.locale ?? "en-GB", timers: options.timers ?? [], savedViews: options.savedViews ?? [] },
    asked,
    commands: () => asked.filter(([name]) => name === "execute").map(([, body]) => body as PageCommand),
    change: (edit: (tasks: Task[]) => Task[]) => become(edit(structuredClone([...tasks]))),
  };
}

function done(summary: string, created: string[]): CommandResult {
  return { kind: "done", changed: true, created, summary, warnings: [] };
}

/** Nothing needs the user. */
export const noNeeds: NeedsYou = { agents: 0, review: 0, blocked: 0, items: 0, decisions: 0, problems: 0, proposals: 0 };

/** A project with only these people. */
export function fakeProjectView(tasks: readonly { status?: string }[], more: Partial<ProjectView>): ProjectView {
  return {
    revision: 1,
    initialized: true,
    name: "Tide Atlas",
    description: "",
    layout: "json",
    total: tasks.length,
    counts: statuses.map((status) => ({ status, count: tasks.filter((task) => (task.status ?? "todo") === status).length })),
    filterCounts: { assignees: {}, labels: {}, milestones: {}, priorities: {} },
    overdue: 0,
    needsYou: noNeeds,
    errors: 0,
    warnings: 0,
    assignees: fakePeople,
    milestones: [],
    labels: [],
    wipLimits: [],
    unread: [],
    brokenTasks: 0,
    requireEstimate: false,
    undo: null,
    redo: null,
    ...more,
  };
}
