// A small project in memory that answers a board: enough of an engine for tests and the gallery, none of its rules but
// those that a board must be able to show (a refusal, an undo).
import type { BoardContract, BoardQuery, BoardSnapshot } from "../../contract/board.ts";
import type { CommandResult, ReadOnlyReason } from "../../contract/common.ts";
import type { Card, Command, Filter, Place, ProjectView, Status, TaskPatch, Text } from "../../contract/generated/protocol.ts";
import { statuses } from "../../shared/statuses.ts";
import { fakePeople } from "../../shared/testing/fakePeople.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";

export interface FakeOptions {
  cards: readonly Card[];
  readOnly?: ReadOnlyReason;
  limits?: Partial<Record<Status, number>>;
  strings?: Record<string, string>;
  locale?: string;
  kept?: unknown;
  /** How many cards a column of finished tasks shows at first. */
  page?: number;
  /** Why a command is refused; undefined lets it through. */
  refuse?: (command: Command) => string | undefined;
  /** Holds every answer to a command back until it resolves. */
  gate?: () => Promise<void>;
}

export interface FakeProject {
  host: MemoryHost<BoardContract>;
  /** All requests in order, by name and body. */
  asked: [name: string, body: unknown][];
  commands(): Command[];
  card(id: string): Card | undefined;
  /** The ids of a column in order. */
  column(status: Status): string[];
  /** Another program changes the files. */
  change(edit: (cards: Card[]) => Card[]): void;
}

export const fakeToday = "2026-11-24";

export function fakeProject(options: FakeOptions): FakeProject {
  let cards = [...options.cards];
  let past: Card[][] = [];
  let future: Card[][] = [];
  let revision = 1;
  let query: BoardQuery = { filter: {}, sort: "manual", leavesOnly: false, unlimited: [] };
  const asked: [string, unknown][] = [];

  function snapshot(): BoardSnapshot {
    const board = { revision, columns: statuses.map((status) => columnOf(cards, status, query, options)) };
    return { project: projectOf(cards, options, past.length, future.length), today: fakeToday, readOnly: options.readOnly ?? null, board };
  }

  function become(next: Card[]): void {
    cards = next;
    revision += 1;
    host.tell("changed", snapshot());
  }

  async function execute(command: Command): Promise<CommandResult> {
    await options.gate?.();
    const refused = options.refuse?.(command);
    if (refused !== undefined) return { kind: "refused", code: "open-criterion", message: refused };
    const [from, to] = command.kind === "undo" ? [past, future] : [future, past];
    if (command.kind === "undo" || command.kind === "redo") {
      const back = from.pop();
      if (back === undefined) return { kind: "refused", code: "nothing-to-undo", message: "There is nothing to undo." };
      to.push(cards);
      become(back);
      return done(command.kind === "undo" ? "Undone" : "Redone");
    }
    const next = carryOut(cards, command);
    past = [...past, cards];
    future = [];
    become(next);
    return done(summaryOf(command), command.kind === "createTask" ? [next.at(-1)?.id ?? ""] : []);
  }

  const note = (name: string, body: unknown): void => void asked.push([name, body]);
  const host = memoryHost<BoardContract>(
    {
      ready: (wanted) => {
        note("ready", wanted);
        query = wanted;
        return { ...snapshot(), strings: options.strings ?? {}, locale: options.locale ?? "en-GB" };
      },
      view: (wanted) => {
        note("view", wanted);
        query = wanted;
        return snapshot();
      },
      execute: (command) => {
        note("execute", command);
        return execute(command);
      },
      openTask: (id) => note("openTask", id),
      openFile: (id) => note("openFile", id),
      deleteTasks: (ids) => {
        note("deleteTasks", ids);
        become(cards.filter(({ id }) => !ids.includes(id)));
      },
      pick: (request) => note("pick", request),
    },
    options.kept,
  );

  return {
    host,
    asked,
    commands: () => asked.filter(([name]) => name === "execute").map(([, body]) => body as Command),
    card: (wanted) => cards.find(({ id }) => id === wanted),
    column: (status) => cards.filter((card) => card.status === status).map(({ id }) => id),
    change: (edit) => become(edit(structuredClone(cards))),
  };
}

export function fakeCard(id: string, title: string, status: Status = "todo", more: Partial<Card> = {}): Card {
  return {
    key: id,
    id,
    title,
    status,
    labels: [],
    overdue: false,
    criteria: { done: 0, total: 0 },
    subtasks: { done: 0, total: 0 },
    blockedBy: [],
    path: `tasks/${id}/_task.${status}.json`,
    troubled: false,
    ...more,
  };
}

function done(summary: string, created: string[] = []): CommandResult {
  return { kind: "done", changed: true, created, summary, warnings: [] };
}

function summaryOf(command: Command): string {
  if (command.kind === "createTask") return "Create a task";
  if (!("ids" in command)) return command.kind;
  return command.ids.length === 1 ? `Change ${command.ids[0] ?? ""}` : `Change ${command.ids.length} tasks`;
}

function carryOut(cards: readonly Card[], command: Command): Card[] {
  if (command.kind === "updateTasks") {
    return cards.map((card) => (command.ids.includes(card.id) ? patched(card, command.patch) : card));
  }
  if (command.kind === "placeCards") {
    const { ids, patch, parent, place } = command;
    const changed = cards.map((card) => (ids.includes(card.id) ? under(patched(card, patch), cards, parent) : card));
    if (place === undefined) return changed;
    const moved = ids.flatMap((id) => changed.filter((card) => card.id === id));
    const rest = changed.filter(({ id }) => !ids.includes(id));
    const at = indexOf(rest, place);
    return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
  }
  if (command.kind === "createTask") {
    const { title = "", status = "todo" } = command.task.fields;
    return [...cards, patched(fakeCard(`n${cards.length + 1}`, title, status), command.task.fields)];
  }
  throw new Error(`The fake project cannot carry out "${command.kind}".`);
}

function under(card: Card, cards: readonly Card[], parent: string | null | undefined): Card {
  if (parent === undefined) return card;
  const { parent: _, parentTitle: __, ...top } = card;
  if (parent === null) return top;
  const sibling = cards.find((other) => other.parent === parent);
  return { ...top, parent, parentTitle: sibling?.parentTitle ?? parent };
}

function indexOf(cards: readonly Card[], place: Place): number {
  if (place.kind === "first") return 0;
  if (place.kind === "last") return cards.length;
  const at = cards.findIndex(({ id }) => id === place.id);
  return place.kind === "before" ? at : at + 1;
}

function patched(card: Card, patch: TaskPatch): Card {
  const { assignee, milestone, priority } = card;
  const fields = { assignee, milestone, priority, ...pickDefined(patch, ["assignee", "milestone", "priority", "status", "title"]) };
  const { remove = [], add = [] } = patch.labels ?? {};
  const labels = [...card.labels.filter((label) => !remove.includes(label)), ...add];
  const next = Object.entries({ ...card, ...fields, labels }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(next) as unknown as Card;
}

function pickDefined(patch: TaskPatch, names: readonly (keyof TaskPatch)[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => patch[name] !== undefined).map((name) => [name, patch[name]]));
}

function columnOf(cards: readonly Card[], status: Status, query: BoardQuery, options: FakeOptions) {
  const all = cards.filter((card) => card.status === status);
  const matching = all
    .filter((card) => matches(card, query.filter))
    .filter(({ subtasks }) => !query.leavesOnly || subtasks.total === 0);
  if (query.sort === "id") matching.sort((a, b) => (a.id < b.id ? -1 : 1));
  const limited = (status === "done" || status === "skipped") && !query.unlimited.includes(status);
  const shown = limited ? matching.slice(0, options.page ?? 20) : matching;
  return { status, total: matching.length, limit: options.limits?.[status] ?? null, wip: all.length, cards: shown };
}

function matches(card: Card, filter: Filter): boolean {
  const { statuses: wanted = [], assignees = [], labels = [], milestones = [], priorities = [], text = "" } = filter;
  const any = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value);
  return (
    any(wanted, card.status) &&
    any(assignees, card.assignee ?? "") &&
    (labels.length === 0 || labels.some((label) => (label === "" ? card.labels.length === 0 : card.labels.includes(label)))) &&
    any(milestones, card.milestone ?? "") &&
    any(priorities, card.priority ?? null) &&
    `${card.id} ${card.title}`.toLowerCase().includes(text.toLowerCase())
  );
}

function projectOf(cards: readonly Card[], options: FakeOptions, past: number, future: number): ProjectView {
  const names = (of: (card: Card) => readonly string[]) => [...new Set(cards.flatMap(of))];
  const milestones = names(({ milestone }) => (milestone === undefined ? [] : [milestone]));
  const way = (count: number): Text | null => (count === 0 ? null : { template: "Last change", args: {} });
  return {
    revision: 1,
    initialized: true,
    name: "Tide Atlas",
    description: "",
    layout: "json",
    total: cards.length,
    counts: statuses.map((status) => ({ status, count: cards.filter((card) => card.status === status).length })),
    overdue: cards.filter(({ overdue }) => overdue).length,
    errors: 0,
    warnings: 0,
    assignees: fakePeople,
    milestones: milestones.map((name) => ({ name, date: "", color: "", description: "", configured: true, progress: { done: 0, total: 0 } })),
    labels: names(({ labels }) => labels),
    wipLimits: Object.entries(options.limits ?? {}).map(([status, count]) => ({ status: status as Status, count })),
    requireEstimate: false,
    undo: way(past),
    redo: way(future),
  };
}
