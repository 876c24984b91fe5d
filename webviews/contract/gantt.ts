// Requests and events of the Gantt chart's page.

import type { CommandResult, ViewEvents, ViewRequests, NewsEvents, PageRequests, PickableField, Snapshot, Start, TimerMark, TimerQuestionRequests, UndoEvents } from "./common.ts";
import type {
  ExportFormat,
  Filter,
  GanttGroup,
  GanttSort,
  GanttView,
  Proposal,
  ProposalChoice,
  ProposalView,
  Reschedule,
  SavedView,
} from "./generated/protocol.ts";
import type { PageCommand } from "./pageCommands.ts";

/** What the chart shows. Missing values are those of the project's `[gantt_view]`. */
export interface GanttQuery {
  filter?: Filter;
  sort?: GanttSort;
  group?: GanttGroup;
  /** Path of a baseline. */
  baseline?: string;
  loads?: boolean;
  /** Folds the finished tasks of each group to one row. */
  foldFinished: boolean;
}

export interface GanttSnapshot extends Snapshot {
  gantt: GanttView;
}

/** A file to save: exported by the engine, or rendered by the page. */
export type GanttExport = { format: ExportFormat } | { format: "svg"; text: string } | { format: "png"; base64: string };

export interface GanttContract {
  requests: PageRequests & ViewRequests & TimerQuestionRequests & {
    /** Sent once when the page is ready. */
    ready(query: GanttQuery): Start & GanttSnapshot & { timers: TimerMark[]; savedViews: SavedView[] };
    /** Changes the query; later `changed` events follow it. */
    view(query: GanttQuery): GanttSnapshot;
    execute(command: PageCommand): CommandResult;
    /** Previews other dates without changing anything. */
    propose(reschedule: Reschedule): Proposal;
    /** The proposals of agents that wait for an answer, or one of them with the dates that some of its changes lead to. */
    proposals(request: { id?: string; only?: ProposalChoice[] }): ProposalView[];
    openTask(id: string): void;
    /** Shows the task in the preview tab, if that is visible beside the page. */
    followTask(id: string): void;
    openFile(id: string): void;
    /** Asks for confirmation in VSCode, then deletes. Null if it was declined. */
    deleteTasks(ids: string[]): CommandResult | null;
    /** Opens VSCode's picker for a field and sets it on these tasks. Null if nothing was picked. */
    pick(request: { field: PickableField; ids: string[] }): CommandResult | null;
    /** Asks for a name and saves the current plan as a baseline. Null if no name was given. */
    saveBaseline(): CommandResult | null;
    /** Asks for a file name, then writes the file. */
    save(file: GanttExport): void;
  };
  events: ViewEvents & UndoEvents & NewsEvents & {
    changed: GanttSnapshot;
    /** Another timer runs, or none. */
    timers: TimerMark[];
    /** Scrolls to a task and selects it. */
    reveal: { id: string };
    /** Shows a proposal of an agent. */
    proposal: { id: string };
  };
}
