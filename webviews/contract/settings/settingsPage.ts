import type { CommandResult, PageRequests, Snapshot, Start } from "../common.ts";
import type { RecentChanges, Section, SettingsView } from "../generated/protocol.ts";
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
  events: {
    changed: SettingsSnapshot;
    /** The page goes to a section, ready for a new entry. */
    section: Section;
    /** A change was made elsewhere in the window and can be undone; shown as a toast. */
    undoable: { summary: string };
    /** Others have just changed something; shown as a toast. */
    news: RecentChanges;
  };
}
