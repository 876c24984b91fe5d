// State of the page that survives a reload: unsaved text and scroll position.
import type { CriterionRow } from "./criterionRows.ts";
import type { Draft, Value } from "./draft.ts";
import { isFieldName } from "./state.ts";
import type { DraftId, Entry } from "./state.ts";
import { isRecord } from "../../contract/validate.ts";

export interface PersistedState {
  /** The task's ID; drafts of another task are ignored. */
  task: string;
  drafts: Partial<Record<DraftId, Draft>>;
  rows: readonly CriterionRow[];
  entries: Record<Entry, string>;
  preview: boolean;
  scroll: number;
}

/** Reads the persisted state without invalid values; null if there is none. */
export function readPersistedState(stored: unknown): PersistedState | null {
  if (!isRecord(stored) || typeof stored["task"] !== "string") return null;
  const drafts: Partial<Record<DraftId, Draft>> = {};
  for (const [id, draft] of Object.entries(isRecord(stored["drafts"]) ? stored["drafts"] : {})) {
    if (isDraftId(id) && isRecord(draft) && typeof draft["text"] === "string" && isValue(draft["base"])) {
      drafts[id] = { text: draft["text"], base: draft["base"] };
    }
  }
  const entries = isRecord(stored["entries"]) ? stored["entries"] : {};
  return {
    task: stored["task"],
    drafts,
    rows: Array.isArray(stored["rows"]) ? stored["rows"].filter(isRow) : [],
    entries: { criterion: textOf(entries["criterion"]), subtask: textOf(entries["subtask"]), comment: textOf(entries["comment"]), sendBack: textOf(entries["sendBack"]), answer: textOf(entries["answer"]) },
    preview: stored["preview"] !== false,
    scroll: typeof stored["scroll"] === "number" ? stored["scroll"] : 0,
  };
}

function isDraftId(id: string): id is DraftId {
  return isFieldName(id) || id.startsWith("criterion:");
}

function isValue(value: unknown): value is Value {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isRow(value: unknown): value is CriterionRow {
  return (
    isRecord(value) &&
    typeof value["key"] === "string" &&
    typeof value["item"] === "string" &&
    typeof value["checked"] === "boolean"
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
