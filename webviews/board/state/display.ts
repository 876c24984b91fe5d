// What the board displays besides the filter, as a view stores it.
import type { BoardQuery } from "../../contract/board.ts";
import type { Display } from "../../contract/common.ts";
import { readBoardQuery } from "../../contract/queries.ts";
import { readCardFields } from "./cardFields.ts";
import type { CardField } from "./cardFields.ts";
import { laneKinds } from "./lanes.ts";
import type { LaneKind } from "./lanes.ts";
import type { BoardState } from "./state.ts";

export function displayOf({ query, laneKind, cardFields }: Pick<BoardState, "query" | "laneKind" | "cardFields">): Display {
  const { sort, leavesOnly } = query.value;
  return { lanes: laneKind.value, sort, leavesOnly, cardFields: cardFields.value };
}

interface BoardDisplay extends Pick<BoardQuery, "sort" | "leavesOnly"> {
  lanes: LaneKind;
  /** Null to leave the fields of cards as they are. */
  cardFields: readonly CardField[] | null;
}

/** Reads what a view displays. Fields of cards that an older view does not have stay as they are; what else is missing or invalid is as on a new board. */
export function readDisplay(display: Display): BoardDisplay {
  const { sort, leavesOnly } = readBoardQuery(display);
  const { lanes, cardFields } = display;
  return {
    sort,
    leavesOnly,
    lanes: laneKinds.find((kind) => kind === lanes) ?? "none",
    cardFields: Array.isArray(cardFields) ? readCardFields(cardFields) : null,
  };
}
