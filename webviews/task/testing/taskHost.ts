// A host with one task in memory that applies the page's updates. It knows no rule: a test says
// what is refused.
import type { CommandResult, GitCommit, PageTimers, Start } from "../../contract/common.ts";
import type { CriterionEdit, ListPatch, TaskPatch, TaskView } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import type { KnowledgeOfTask, SectionName, TaskContract, TaskSnapshot } from "../../contract/task.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";
import { names, snapshotOf, start } from "./tideAtlas.ts";

export interface TaskHost extends MemoryHost<TaskContract> {
  /** All commands in order. */
  asked: { name: string; body: unknown }[];
  /** How often the page reported that it was edited. */
  keeps(): number;
  /** Patches of the updates. */
  patches(): TaskPatch[];
  /** Results of the next commands; by default they succeed. */
  answers: CommandResult[];
  /** Simulates a change by another program. */
  change(change: (task: TaskView) => TaskView | null): void;
  /** Sets what other records say of the task, and reports a change. */
  know(changed: Partial<KnowledgeOfTask>): void;
  /** Requests another task on the page. */
  follow(next: TaskView): void;
  /** From now on snapshots are sent only when this is called, after the answer. */
  tellLate(): () => void;
  /** Commands wait until the returned function is called. */
  hold(): () => void;
}

type Surroundings = Partial<Start & TaskSnapshot> & { known?: Partial<KnowledgeOfTask>; timers?: PageTimers; folded?: readonly SectionName[]; commits?: GitCommit[] };

const done: CommandResult = { kind: "done", changed: true, created: [], summary: "", warnings: [] };

export function taskHost(first: TaskView | null, { known, timers = null, folded = [], commits = [], ...around }: Surroundings = {}, kept?: unknown): TaskHost {
  let task = first;
  let gate: Promise<void> = Promise.resolve();
  let isLate = false;
  let keeps = 0;
  let wanted: TaskView | undefined;
  let knowledge: KnowledgeOfTask = { entries: [], sessions: [], memories: [], documents: [], timer: null, ...known };
  const asked: TaskHost["asked"] = [];
  const answers: CommandResult[] = [];
  const snapshot = (): TaskSnapshot => ({ ...snapshotOf(task), ...around, task });
  const note = (name: string, body: unknown): void => void asked.push({ name, body });

  const host = memoryHost<TaskContract>(
    {
      ready: () => ({ ...start, ...around, ...snapshot(), timers, folded }),
      async execute(command) {
        note("execute", command);
        await gate;
        const answer = answers.shift() ?? done;
        if (answer.kind === "done" && task !== null) {
          task = after(task, command);
          if (!isLate) host.tell("changed", snapshot());
        }
        return answer;
      },
      keep: () => {
        keeps += 1;
      },
      follow: () => {
        const follows = wanted !== undefined;
        if (wanted !== undefined) task = wanted;
        wanted = undefined;
        return follows;
      },
      searchDependencies: (text) =>
        Object.values(names).filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(text.toLowerCase())),
      knowledge: () => knowledge,
      fold: (sections) => note("fold", sections),
      openSession: (id) => note("openSession", id),
      openRecord: (path) => note("openRecord", path),
      openPointer: (place) => note("openPointer", place),
      openPage: (page) => note("openPage", page),
      goToHolder: () => note("goToHolder", null),
      openTask: (id) => note("openTask", id),
      openFile: () => note("openFile", null),
      openLink: (target) => note("openLink", target),
      deleteTask: () => note("deleteTask", null),
      send(way) {
        note("send", way);
        return true;
      },
      commits: () => commits,
      openCommit: (hash) => note("openCommit", hash),
      timer: (action) => note("timer", action),
    },
    kept,
  );
  return {
    ...host,
    asked,
    keeps: () => keeps,
    answers,
    patches: () =>
      asked.flatMap(({ name, body }) => {
        const command = body as PageCommand;
        return name === "execute" && command.kind === "updateTasks" ? [command.patch] : [];
      }),
    change(change) {
      task = task === null ? null : change(task);
      host.tell("changed", snapshot());
    },
    know(changed) {
      knowledge = { ...knowledge, ...changed };
      host.tell("changed", snapshot());
    },
    follow(next) {
      wanted = next;
      host.tell("follow", null);
    },
    tellLate() {
      isLate = true;
      return () => host.tell("changed", snapshot());
    },
    hold() {
      let open = (): void => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
  };
}

function after(task: TaskView, command: PageCommand): TaskView {
  if (command.kind !== "updateTasks") return task;
  const { title, status, labels, links, taskLinks, scopePaths, dependencies, criterion, notes, comment, ...rest } =
    command.patch;
  const { priority = task.card.priority, assignee = task.card.assignee, milestone = task.card.milestone } = rest;
  const schedule = Object.fromEntries(
    Object.entries({ ...task.schedule, ...rest }).filter(([, value]) => value !== null),
  );
  return {
    ...task,
    card: {
      ...task.card,
      title: title ?? task.card.title,
      status: status ?? task.card.status,
      labels: listAfter(task.card.labels, labels),
      ...(priority && { priority }),
      ...(assignee && { assignee }),
      ...(milestone && { milestone }),
    },
    schedule,
    ...(notes !== undefined && { notes: notes ?? "", description: notes ?? "", comments: [] }),
    ...(comment !== undefined && { comments: [...task.comments, { at: "2026-11-25T09:00:00", author: { kind: "human", name: "maya" } as const, text: comment }] }),
    links: listAfter(task.links, links),
    taskLinks: taskLinks ?? task.taskLinks,
    scopePaths: listAfter(task.scopePaths, scopePaths),
    dependencies: listAfter(
      task.dependencies.map(({ id }) => id),
      dependencies,
    ).map((id) => ({
      id,
      task: Object.values(names).find((name) => name.id === id) ?? null,
      ...(task.dependencies.find((known) => known.id === id) ?? { kind: "finishToStart", lag: 0 }),
    })),
    criteria: criterion === undefined ? task.criteria : criteriaAfter(task, criterion),
  };
}

function listAfter(list: readonly string[], patch: ListPatch | undefined): string[] {
  const base = patch?.set ?? list;
  return [...new Set([...base.filter((value) => !patch?.remove?.includes(value)), ...(patch?.add ?? [])])];
}

function criteriaAfter({ criteria }: TaskView, edit: CriterionEdit): TaskView["criteria"] {
  const there = criteria[edit.index];
  if (edit.kind === "add") return criteria.toSpliced(edit.index, 0, { item: edit.item, checked: false });
  if (there?.item !== edit.item) throw new Error(`“${edit.item}” does not stand at ${edit.index}.`);
  switch (edit.kind) {
    case "check":
      return criteria.with(edit.index, { ...there, checked: edit.checked });
    case "reword":
      return criteria.with(edit.index, { ...there, item: edit.to });
    case "remove":
      return criteria.toSpliced(edit.index, 1);
    case "move":
      return criteria.toSpliced(edit.index, 1).toSpliced(edit.to, 0, there);
  }
}
