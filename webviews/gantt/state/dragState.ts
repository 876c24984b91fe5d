// The dragged item of the chart, and its drop target.
import type { DependencyKind, Place, Proposal } from "../../contract/generated/protocol.ts";
import type { Dates } from "./pendingDates.ts";

export type End = "start" | "end";

export type DragState =
  /** Bars that are moved, resized or drawn. */
  | {
      kind: "dates";
      /** The dragged row. */
      key: string;
      /** Dates of all affected bars, by row key. */
      dates: ReadonlyMap<string, Dates>;
      /** The engine's answer about pushed tasks; null until it arrives. */
      proposal: Proposal | null;
      isByKeyboard: boolean;
    }
  /** A dependency that is drawn from a bar's end. */
  | { kind: "link"; key: string; end: End; to: { key: string; kind: DependencyKind } | null; pointer: { x: number; y: number } | null }
  /** Rows that are moved in the tree. */
  | { kind: "rows"; keys: readonly string[]; target: RowDropTarget | null };

/** Where dragged rows would be dropped. */
export interface RowDropTarget {
  /** ID of the new parent; null for the top level. */
  parent: string | null;
  place: Place;
  /** Line above which the mark is drawn, or, for a drop inside, the line itself. */
  line: number;
  isInside: boolean;
  depth: number;
}
