// State of the board that survives a reload: query, folds, selection, unsaved input and scroll
// positions.
import type { BoardQuery } from "../../contract/board.ts";
import type { Status } from "../../contract/generated/protocol.ts";
import { statuses } from "../../contract/generated/values.ts";
import { isNumber, isText, listOf, oneOf, recordOf } from "../../contract/validate.ts";
import { isConflict } from "../../shared/conflicts.ts";
import type { Conflict } from "../../shared/conflicts.ts";
import { readCardFields } from "./cardFields.ts";
import type { CardField } from "./cardFields.ts";
import { readFolds } from "./columns.ts";
import type { Folds } from "./columns.ts";
import { laneKinds } from "./lanes.ts";
import type { LaneKind } from "./lanes.ts";
import { readBoardQuery } from "../../contract/queries.ts";

/** Text of a field that is being typed into. */
export type Entry =
  | { kind: "add"; status: Status; lane: string; text: string }
  /** `seen` is the title when editing began. */
  | { kind: "title"; key: string; lane: string; text: string; seen: string };

export interface PersistedState {
  query: BoardQuery;
  laneKind: LaneKind;
  folds: Folds;
  hiddenColumns: Status[];
  foldedLanes: string[];
  selected: string[];
  /** The fields that cards show. */
  cardFields: readonly CardField[];
  entry: Entry | null;
  /** Titles that conflict with another program's change. */
  conflicts: Conflict[];
  /** Left and top of scrollers, by the name in `data-scroll`. */
  scroll: Record<string, [left: number, top: number]>;
}

const isStatus = oneOf(statuses);

/** Reads the persisted state; invalid values are replaced by defaults. */
export function readPersistedState(state: unknown): PersistedState {
  const stored = recordOf(state);
  const laneKind = laneKinds.find((kind) => kind === stored["laneKind"]) ?? "none";
  return {
    query: readBoardQuery(stored["query"]),
    laneKind,
    folds: readFolds(stored["folds"]),
    hiddenColumns: listOf(stored["hiddenColumns"], isStatus),
    foldedLanes: listOf(stored["foldedLanes"], isText),
    selected: listOf(stored["selected"], isText),
    cardFields: readCardFields(stored["cardFields"]),
    entry: entryOf(stored["entry"]),
    conflicts: listOf(stored["conflicts"], isConflict),
    scroll: scrollOf(stored["scroll"]),
  };
}

function entryOf(stored: unknown): Entry | null {
  const { kind, key, status, lane, text, seen } = recordOf(stored);
  if (!isText(text)) return null;
  if (kind === "title" && isText(key) && isText(lane) && isText(seen)) return { kind, key, lane, text, seen };
  if (kind === "add" && isStatus(status) && isText(lane)) return { kind, status, lane, text };
  return null;
}

function scrollOf(stored: unknown): PersistedState["scroll"] {
  const scroll: PersistedState["scroll"] = {};
  for (const [name, at] of Object.entries(recordOf(stored))) {
    const [left, top] = listOf(at, isNumber);
    if (left !== undefined && top !== undefined) scroll[name] = [left, top];
  }
  return scroll;
}
