// What the Gantt chart's page asks of the window, and what it is told.

import type { CommandResult, Snapshot, Start } from "./common.ts";
import type {
  Command,
  ExportFormat,
  Filter,
  GanttGroup,
  GanttSort,
  GanttView,
  Proposal,
  Reschedule,
} from "./generated/protocol.ts";

/** What the person chose to see. What is absent is as the project's `[gantt_view]` says. */
export interface GanttQuery {
  filter?: Filter;
  sort?: GanttSort;
  group?: GanttGroup;
  /** The path of a baseline. */
  baseline?: string;
  loads?: boolean;
}

export interface GanttSnapshot extends Snapshot {
  gantt: GanttView;
}

/** A file to save: made by the engine, or drawn by the page. */
export type GanttExport = { format: ExportFormat } | { format: "svg"; text: string } | { format: "png"; base64: string };

export interface GanttContract {
  requests: {
    /** Sent once when the page is up. */
    ready(query: GanttQuery): Start & GanttSnapshot;
    /** Another choice of what to see; later `changed` events follow it. */
    view(query: GanttQuery): GanttSnapshot;
    execute(command: Command): CommandResult;
    /** What other dates would mean; nothing is changed. */
    propose(reschedule: Reschedule): Proposal;
    openTask(id: string): void;
    openFile(id: string): void;
    /** Asks for confirmation in the editor's way, then deletes. */
    deleteTasks(ids: string[]): void;
    /** Opens the editor's picker for a field and sets it on these tasks. */
    pick(request: { field: "assignee" | "milestone" | "priority" | "status"; ids: string[] }): void;
    /** Asks for a name, then keeps the present plan under it. */
    saveBaseline(): void;
    /** Asks where to, then writes the file. */
    save(file: GanttExport): void;
  };
  events: {
    changed: GanttSnapshot;
    /** A change was made elsewhere in the window and can be undone: shown as a toast. */
    undoable: { summary: string };
    /** Scroll to a task and select it. */
    reveal: { id: string };
  };
}
