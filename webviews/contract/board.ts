import type { BoardView, Command, Filter, Sort, Status } from "./generated/protocol.ts";
import type { CommandResult, Snapshot, Start } from "./common.ts";

/** What the person chose to see; all that a board keeps across reloads besides folds and scroll. */
export interface BoardQuery {
  filter: Filter;
  sort: Sort;
  leavesOnly: boolean;
  unlimited: Status[];
}

export interface BoardSnapshot extends Snapshot {
  board: BoardView;
}

export interface BoardContract {
  requests: {
    /** Sent once when the page is up. */
    ready(query: BoardQuery): Start & BoardSnapshot;
    /** Another choice of what to see; later `changed` events follow it. */
    view(query: BoardQuery): BoardSnapshot;
    execute(command: Command): CommandResult;
    openTask(id: string): void;
    openFile(id: string): void;
    /** Asks for confirmation in the editor's way, then deletes. */
    deleteTasks(ids: string[]): void;
    /** Opens the editor's picker for a field and sets it on these tasks. */
    pick(request: { field: "assignee" | "milestone" | "priority" | "status"; ids: string[] }): void;
  };
  events: {
    changed: BoardSnapshot;
    /** A change was made elsewhere in the window and can be undone: shown as a toast. */
    undoable: { summary: string };
  };
}
