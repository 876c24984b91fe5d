// What is being dragged over the chart, and where it would land.
import type { DependencyKind, Place, Proposal } from "../../contract/generated/protocol.ts";
import type { Dates } from "./pendingDates.ts";

export type End = "start" | "end";

export type DragState =
  /** Bars moved, pulled at an end, or drawn. */
  | {
      kind: "dates";
      /** The row that was taken. */
      key: string;
      /** Where the bars of all that goes along are drawn, by row key. */
      dates: ReadonlyMap<string, Dates>;
      /** What the engine says that it would mean, once it has said so. */
      proposal: Proposal | null;
      isByKeyboard: boolean;
    }
  /** A dependency drawn from a bar's end to the pointer, or to a row. */
  | { kind: "link"; key: string; end: End; to: { key: string; kind: DependencyKind } | null; pointer: { x: number; y: number } | null }
  /** Rows dragged to another place in the tree. */
  | { kind: "rows"; keys: readonly string[]; target: RowDropTarget | null };

/** Where dragged rows would land. */
export interface RowDropTarget {
  /** The id of the task under which they go; null for the top. */
  parent: string | null;
  place: Place;
  /** Where the mark is drawn: above which line, or on which line when they would go into its task. */
  line: number;
  isInside: boolean;
  depth: number;
}
