// Everything that the editor shows, as signals. The snapshot is the file's word, drafts are the person's; nothing else is kept.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { RefusalCode, TaskView } from "../../contract/generated/protocol.ts";
import type { ReadOnlyReason, Start } from "../../contract/common.ts";
import type { TaskSnapshot } from "../../contract/task.ts";
import type { CriterionRow } from "./criterionRows.ts";
import type { Draft, Value } from "./draft.ts";
import { fieldNames, fields } from "./fields.ts";
import type { FieldName, FieldContext } from "./fields.ts";

/** The text of a criterion that is being reworded is named by its row's key. */
export type DraftId = FieldName | `criterion:${string}`;

const otherPlaces = ["labels", "dependencies", "links", "criteria", "appendNotes", "task"] as const;

/** Where something can be said to the person: at a field, at a list, or at the top. */
export type FieldPlace = DraftId | (typeof otherPlaces)[number];

export interface Notice {
  kind: "refused" | "failed" | "unreadable" | "warning";
  message: string;
  code?: RefusalCode;
  /** What was wanted when it was said, so that the same wish is not sent again by itself. */
  text?: string;
  /** Whose attempt led to it; the next attempt takes it away. */
  origin: FieldPlace;
}

export interface TaskState {
  start: Signal<Start | null>;
  snapshot: Signal<TaskSnapshot | null>;
  /** Why nothing could be loaded. */
  failure: Signal<string | null>;
  drafts: Signal<Readonly<Partial<Record<DraftId, Draft>>>>;
  notices: Signal<Readonly<Partial<Record<FieldPlace, Notice>>>>;
  rows: Signal<readonly CriterionRow[]>;
  /** What stands in the fields for something new, by their name. */
  entries: Signal<Readonly<Record<Entry, string>>>;
  /** Whether the notes are shown as written or as meant. */
  preview: Signal<boolean>;
  /** Commands on their way. */
  sending: Signal<number>;
  task: ReadonlySignal<TaskView | null>;
  fieldContext: ReadonlySignal<FieldContext>;
  today: ReadonlySignal<string>;
  readOnly: ReadonlySignal<ReadOnlyReason | "broken">;
}

export type Entry = "criterion" | "note";

export function createState(): TaskState {
  const start = signal<Start | null>(null);
  const snapshot = signal<TaskSnapshot | null>(null);
  const task = computed(() => snapshot.value?.task ?? null);
  return {
    start,
    snapshot,
    failure: signal(null),
    drafts: signal({}),
    notices: signal({}),
    rows: signal([]),
    entries: signal({ criterion: "", note: "" }),
    preview: signal(true),
    sending: signal(0),
    task,
    fieldContext: computed(() => ({
      locale: start.value?.locale ?? "en",
      assignees: snapshot.value?.project.assignees ?? [],
    })),
    today: computed(() => snapshot.value?.today ?? start.value?.today ?? ""),
    readOnly: computed(() => snapshot.value?.readOnly ?? (task.value?.editable === false ? "broken" : null)),
  };
}

export function isFieldName(id: string): id is FieldName {
  return (fieldNames as readonly string[]).includes(id);
}

/** Where to say something about a field that an answer names; null when it is not on this page. */
export function placeOfField(field: string): FieldPlace | null {
  if (field === "taskLinks") return "links";
  if (field === "criterion") return "criteria";
  return isFieldName(field) ? field : (otherPlaces.find((place) => place === field) ?? null);
}

export function rowKey(id: DraftId): string {
  return id.slice("criterion:".length);
}

export function draftIds(state: TaskState): DraftId[] {
  return Object.keys(state.drafts.peek()) as DraftId[];
}

/** What the file says in a field; undefined when the criterion is gone. */
export function fileValue(state: TaskState, id: DraftId): Value | undefined {
  const task = state.task.peek();
  if (task === null) return undefined;
  return isFieldName(id) ? fields[id].read(task) : state.rows.peek().find((row) => row.key === rowKey(id))?.item;
}

/** What stands in a field's control: the draft if there is one, else the file's word. */
export function displayText(state: TaskState, id: FieldName): string {
  const task = state.task.value;
  return (
    state.drafts.value[id]?.text ?? (task === null ? "" : fields[id].show(fields[id].read(task), state.fieldContext.value))
  );
}
