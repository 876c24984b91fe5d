import type { BoardView, Filter, SavedView, Sort, Status } from "./generated/protocol.ts";
import type { PageCommand } from "./pageCommands.ts";
import type { CommandResult, ViewEvents, ViewRequests, NewsEvents, PageRequests, PickableField, Snapshot, Start, TimerMark, TimerQuestionRequests, UndoEvents } from "./common.ts";

/** What the board shows; persisted across reloads, like folds and scroll positions. */
export interface BoardQuery {
  filter: Filter;
  sort: Sort;
  leavesOnly: boolean;
  unlimited: Status[];
}

/** Columns that the engine refuses for tasks, with the reason in the user's language. */
export type ClosedColumns = Partial<Record<Status, string>>;

export interface BoardSnapshot extends Snapshot {
  board: BoardView;
}

export interface BoardContract {
  requests: PageRequests & ViewRequests & TimerQuestionRequests & {
    /** Sent once when the page is ready. */
    ready(query: BoardQuery): Start & BoardSnapshot & { timers: TimerMark[]; savedViews: SavedView[] };
    /** Changes the query; later `changed` events follow it. */
    view(query: BoardQuery): BoardSnapshot;
    /** Asks which columns these tasks may not enter, before they are dropped. */
    closedColumns(ids: string[]): ClosedColumns;
    execute(command: PageCommand): CommandResult;
    openTask(id: string): void;
    /** Shows a proposal of an agent on the chart. */
    openProposal(id: string): void;
    /** Shows the terminal of the agent that holds a task. */
    goToHolder(id: string): void;
    /** Shows the task in the preview tab, if that is visible beside the page. */
    followTask(id: string): void;
    openFile(id: string): void;
    /** Asks for confirmation in VSCode, then deletes. Null if it was declined. */
    deleteTasks(ids: string[]): CommandResult | null;
    /** Opens VSCode's picker for a field and sets it on these tasks. Null if nothing was picked. */
    pick(request: { field: PickableField; ids: string[] }): CommandResult | null;
  };
  events: ViewEvents & UndoEvents & NewsEvents & {
    changed: BoardSnapshot;
    /** Another timer runs, or none. */
    timers: TimerMark[];
    /** Shows another query that was chosen elsewhere in the window. */
    filter: BoardQuery;
  };
}
