import type { CommandResult, NewsEvents, PageRequests, Snapshot, Start, UndoEvents } from "../common.ts";
import type { Section, SettingsView } from "../generated/protocol.ts";
import type { PageCommand } from "../pageCommands.ts";

export interface SettingsSnapshot extends Snapshot {
  settings: SettingsView;
}

export interface SettingsContract {
  requests: PageRequests & {
    /** Sent once when the page is ready. */
    ready(): Start & SettingsSnapshot;
    /** Changes of the configuration, undo and redo. */
    execute(command: PageCommand): CommandResult;
    /** Opens the configuration file. */
    openFile(): void;
    openTask(id: string): void;
  };
  events: UndoEvents & NewsEvents & {
    changed: SettingsSnapshot;
    /** The page goes to a section, ready for a new entry. */
    section: Section;
  };
}
