// State of the editor as signals. The snapshot comes from the file, drafts from the user.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { RefusalCode, TaskView } from "../../contract/generated/protocol.ts";
import type { GitCommit, ReadOnlyReason, Start } from "../../contract/common.ts";
import type { KnowledgeOfTask, SectionName, TaskSnapshot } from "../../contract/task.ts";
import { fieldKind, taskField } from "../../contract/texts/fields.ts";
import type { FieldOf, TaskField } from "../../contract/texts/fields.ts";
import type { ReceivedTimers } from "../../shared/time/timers.ts";
import type { CriterionRow } from "./criterionRows.ts";
import type { Draft, Value } from "./draft.ts";
import { fields } from "./fields.ts";
import type { FieldName, FieldContext } from "./fields.ts";

/** A criterion that is being edited is identified by its row's key. */
export type DraftId = FieldName | `criterion:${string}`;

/** Fields with a list of distinct texts, which are added and removed one by one. */
export type ListField = FieldOf<"texts">;

/** Where a notice can be shown: at a field, at a list, or at the top. */
export type FieldPlace = DraftId | ListField | "criteria" | "subtasks" | "comment" | "task";

export interface Notice {
  kind: "refused" | "failed" | "unreadable" | "warning";
  message: string;
  code?: RefusalCode;
  /** The text that was refused, so that it is not sent again automatically. */
  text?: string;
  /** The place whose attempt led to the notice; its next attempt removes it. */
  origin: FieldPlace;
  /** The field whose value is the reason; a change of it removes the notice. */
  reason?: FieldPlace;
}

export interface TaskState {
  start: Signal<Start | null>;
  snapshot: Signal<TaskSnapshot | null>;
  /** What other records say of the task; null until it arrives. */
  knowledge: Signal<KnowledgeOfTask | null>;
  /** The Git commits that belong to it, newest first. */
  commits: Signal<readonly GitCommit[]>;
  /** The timers of the project, and when they arrived; null if they are not known. */
  timers: Signal<ReceivedTimers>;
  /** Why loading failed. */
  failure: Signal<string | null>;
  drafts: Signal<Readonly<Partial<Record<DraftId, Draft>>>>;
  notices: Signal<Readonly<Partial<Record<FieldPlace, Notice>>>>;
  rows: Signal<readonly CriterionRow[]>;
  /** Text of the fields for new entries, by name. */
  entries: Signal<Readonly<Record<Entry, string>>>;
  /** True if the notes are shown as preview. */
  preview: Signal<boolean>;
  /** The folded sections. */
  folded: Signal<readonly SectionName[]>;
  /** Number of pending commands. */
  sending: Signal<number>;
  task: ReadonlySignal<TaskView | null>;
  fieldContext: ReadonlySignal<FieldContext>;
  today: ReadonlySignal<string>;
  readOnly: ReadonlySignal<ReadOnlyReason | "broken">;
}

export type Entry = "criterion" | "subtask" | "comment" | "sendBack" | "answer";

export function createState(): TaskState {
  const start = signal<Start | null>(null);
  const snapshot = signal<TaskSnapshot | null>(null);
  const task = computed(() => snapshot.value?.task ?? null);
  const today = computed(() => snapshot.value?.today ?? start.value?.today ?? "");
  return {
    start,
    snapshot,
    knowledge: signal(null),
    commits: signal([]),
    timers: signal(null),
    failure: signal(null),
    drafts: signal({}),
    notices: signal({}),
    rows: signal([]),
    entries: signal({ criterion: "", subtask: "", comment: "", sendBack: "", answer: "" }),
    preview: signal(true),
    folded: signal([]),
    sending: signal(0),
    task,
    fieldContext: computed(() => ({
      locale: start.value?.locale ?? "en",
      today: today.value,
      assignees: snapshot.value?.project.assignees ?? [],
    })),
    today,
    readOnly: computed(() => snapshot.value?.readOnly ?? (task.value?.editable === false ? "broken" : null)),
  };
}

export function isFieldName(id: string): id is FieldName {
  return Object.hasOwn(fields, id);
}

/** Returns where to show a notice about a field; null if it is not on this page. */
export function placeOfField(name: string): FieldPlace | null {
  const field = taskField(name);
  if (field === undefined) return null;
  return isFieldName(field) || isListField(field) || field === "criteria" ? field : null;
}

function isListField(field: TaskField): field is ListField {
  return fieldKind(field) === "texts";
}

export function rowKey(id: DraftId): string {
  return id.slice("criterion:".length);
}

export function draftIds(state: TaskState): DraftId[] {
  return Object.keys(state.drafts.peek()) as DraftId[];
}

/** Returns the file's value of a field; undefined if the criterion was removed. */
export function fileValue(state: TaskState, id: DraftId): Value | undefined {
  const task = state.task.peek();
  if (task === null) return undefined;
  return isFieldName(id) ? fields[id].read(task) : state.rows.peek().find((row) => row.key === rowKey(id))?.item;
}

/** Returns a control's text: the draft if there is one, else the file's value. */
export function displayText(state: TaskState, id: FieldName): string {
  const task = state.task.value;
  return (
    state.drafts.value[id]?.text ?? (task === null ? "" : fields[id].show(fields[id].read(task), state.fieldContext.value))
  );
}
