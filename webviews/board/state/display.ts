// What the board displays besides the filter, as a view stores it.
import type { BoardQuery } from "../../contract/board.ts";
import type { Display } from "../../contract/common.ts";
import { readBoardQuery } from "../../contract/queries.ts";
import { laneKinds } from "./lanes.ts";
import type { LaneKind } from "./lanes.ts";
import type { BoardState } from "./state.ts";

export function displayOf({ query, laneKind }: Pick<BoardState, "query" | "laneKind">): Display {
  const { sort, leavesOnly } = query.value;
  return { lanes: laneKind.value, sort, leavesOnly };
}

/** Reads what a view displays; what is missing or invalid is as on a new board. */
export function readDisplay(display: Display): Pick<BoardQuery, "sort" | "leavesOnly"> & { lanes: LaneKind } {
  const { sort, leavesOnly } = readBoardQuery(display);
  return { sort, leavesOnly, lanes: laneKinds.find((kind) => kind === display["lanes"]) ?? "none" };
}
