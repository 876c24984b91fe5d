// A small in-memory project that answers a board. Implements only the rules that a board must be
// able to show (refusal, undo). For tests and the gallery.
import type { BoardContract, BoardQuery, BoardSnapshot, ClosedColumns } from "../../contract/board.ts";
import type { Card, ClaimsSummary, Filter, Place, ProjectView, Status, TaskPatch, Text } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { statuses } from "../../contract/generated/values.ts";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import { fakeProjectView, fakeTasks, fakeToday } from "../../shared/testing/fakeTasks.ts";
import type { FakeTasks, FakeTasksOptions } from "../../shared/testing/fakeTasks.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";

export interface FakeOptions extends FakeTasksOptions {
  cards: readonly Card[];
  limits?: Partial<Record<Status, number>>;
  /** Columns that no task may enter. */
  closed?: ClosedColumns;
  labelColors?: ProjectView["labelColors"];
  /** Number of cards that a column of finished tasks shows initially. */
  page?: number;
  unread?: ProjectView["unread"];
  configProblem?: Text;
  claims?: ClaimsSummary;
  /** Tasks that proposals would create. */
  ghosts?: readonly Card[];
}

export interface FakeProject extends FakeTasks<Card> {
  host: MemoryHost<BoardContract>;
  card(id: string): Card | undefined;
  /** Returns the IDs of a column in order. */
  column(status: Status): string[];
}

export function fakeProject(options: FakeOptions): FakeProject {
  let query: BoardQuery = { filter: {}, sort: "manual", leavesOnly: false, unlimited: [] };
  const files = fakeTasks(options, { tasks: options.cards, carryOut, summaryOf, changed: () => host.tell("changed", snapshot()) });

  function snapshot(): BoardSnapshot {
    const cards = files.tasks();
    const unfiltered = cards.filter((card) => isOnBoard(card, query)).length;
    const board = { revision: files.revision(), unfiltered, columns: statuses.map((status) => columnOf(cards, status, query, options)) };
    const project = fakeProjectView(cards, { ...factsOf(cards, options), ...files.facts() });
    return { project, today: fakeToday, readOnly: options.readOnly ?? null, board };
  }

  const seen = (name: string, wanted: BoardQuery): BoardSnapshot => {
    files.note(name, wanted);
    query = wanted;
    return snapshot();
  };
  const host = memoryHost<BoardContract>(
    {
      ...files.answers,
      ready: (wanted) => ({ ...seen("ready", wanted), ...files.start }),
      view: (wanted) => seen("view", wanted),
      goToHolder: (id) => files.note("goToHolder", id),
      openProposal: (id) => files.note("openProposal", id),
      closedColumns: (ids) => {
        files.note("closedColumns", ids);
        return options.closed ?? {};
      },
    },
    options.kept,
  );

  const { asked, commands, change } = files;
  return {
    host,
    asked,
    commands,
    change,
    card: (wanted) => files.tasks().find(({ id }) => id === wanted),
    column: (status) =>
      files
        .tasks()
        .filter((card) => card.status === status)
        .map(({ id }) => id),
  };
}

function summaryOf(command: PageCommand): string {
  if (command.kind === "changeTasks") return "Created “New”";
  if (!("ids" in command)) return command.kind;
  return command.ids.length === 1 ? `Changed “${command.ids[0] ?? ""}”` : `Changed ${command.ids.length} tasks`;
}

function carryOut(cards: readonly Card[], command: PageCommand): Card[] {
  if (command.kind === "updateTasks") {
    const { ids, patch, position, card: place } = command;
    const changed = cards.map((card) => (ids.includes(card.id) ? under(patched(card, patch), cards, position?.parent) : card));
    if (place === undefined) return changed;
    const moved = ids.flatMap((id) => changed.filter((card) => card.id === id));
    const rest = changed.filter(({ id }) => !ids.includes(id));
    const at = indexOf(rest, place);
    return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
  }
  if (command.kind === "changeTasks") {
    const created = command.tasks.map(({ fields }, index) => {
      const { title = "", status = "todo" } = fields;
      return patched(fakeCard(`n${cards.length + 1 + index}`, title, status), fields);
    });
    return [...cards, ...created];
  }
  if (command.kind === "claimTask" || command.kind === "updateConfig") return [...cards];
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

function isOnBoard({ subtasks }: Card, { leavesOnly }: BoardQuery): boolean {
  return !leavesOnly || subtasks.total === 0;
}

function columnOf(cards: readonly Card[], status: Status, query: BoardQuery, options: FakeOptions) {
  const all = cards.filter((card) => card.status === status);
  const matching = all
    .filter((card) => matches(card, query.filter))
    .filter((card) => isOnBoard(card, query));
  if (query.sort === "id") matching.sort((a, b) => (a.id < b.id ? -1 : 1));
  const limited = (status === "done" || status === "skipped") && !query.unlimited.includes(status);
  const shown = limited ? matching.slice(0, options.page ?? 20) : matching;
  const ghosts = options.ghosts?.filter((card) => card.status === status) ?? [];
  return { status, total: matching.length, limit: options.limits?.[status] ?? null, wip: all.length, cards: shown, ...(ghosts.length > 0 && { ghosts }) };
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

function factsOf(cards: readonly Card[], { limits, labelColors, unread = [], claims, configProblem }: FakeOptions): Partial<ProjectView> {
  const names = (of: (card: Card) => readonly string[]) => [...new Set(cards.flatMap(of))];
  const counted = (of: (card: Card) => readonly (string | undefined)[]) => {
    const counts: Record<string, number> = {};
    for (const value of cards.flatMap(of)) counts[value ?? ""] = (counts[value ?? ""] ?? 0) + 1;
    return counts;
  };
  const milestones = names(({ milestone }) => (milestone === undefined ? [] : [milestone]));
  return {
    overdue: cards.filter(({ overdue }) => overdue).length,
    needsYou: { agents: 0, review: 0, blocked: cards.filter(({ status }) => status === "blocked").length, items: 0, decisions: 0, problems: 0, proposals: 0 },
    ...(configProblem !== undefined && { configProblem }),
    milestones: milestones.map((name) => ({ name, date: "", color: "", description: "", configured: true, progress: { done: 0, total: 0 } })),
    labels: names(({ labels }) => labels),
    filterCounts: {
      assignees: counted(({ assignee }) => [assignee]),
      labels: counted(({ labels }) => (labels.length === 0 ? [""] : labels)),
      milestones: counted(({ milestone }) => [milestone]),
      priorities: counted(({ priority }) => [priority]),
    },
    unread,
    ...(claims !== undefined && { claims }),
    ...(labelColors !== undefined && { labelColors }),
    wipLimits: Object.entries(limits ?? {}).map(([status, count]) => ({ status: status as Status, count })),
  };
}
