// State of the page as signals. What it shows comes from the files.
import { signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { DashboardPast, DashboardSnapshot } from "../../contract/dashboard.ts";
import { isNumber, isText, recordOf } from "../../contract/validate.ts";
import type { PageState } from "../../shared/connection.ts";
import { noLocale } from "../../shared/text/language.ts";

/** A text that is being written in a row of what needs the user. */
export interface Draft {
  /** The row: the key of a task, or the ID of an entry. */
  row: string;
  /** What is done with the text. */
  act: string;
  text: string;
}

/** State that survives a reload. */
interface PersistedState {
  /** How far the page is scrolled, in pixels. */
  scroll: number;
  draft: Draft | null;
}

export function readPersistedState(stored: unknown): PersistedState {
  const { scroll, draft } = recordOf(stored);
  const { row, act, text } = recordOf(draft);
  return { scroll: isNumber(scroll) ? scroll : 0, draft: isText(row) && isText(act) && isText(text) ? { row, act, text } : null };
}

export interface DashboardState extends PageState<DashboardSnapshot> {
  /** Null until the activity log has been read. */
  past: Signal<DashboardPast | null>;
  /** Whether all changes of others are listed, not only the first ones. */
  showsAllChanges: Signal<boolean>;
  scroll: Signal<number>;
  /** Null unless a text is being written. */
  draft: Signal<Draft | null>;
  /** IDs of the entries that the user has answered, until the past is read again. */
  answered: Signal<ReadonlySet<string>>;
}

export function createState({ scroll, draft }: PersistedState): DashboardState {
  return {
    snapshot: signal(null),
    past: signal(null),
    showsAllChanges: signal(false),
    scroll: signal(scroll),
    draft: signal(draft),
    answered: signal(new Set()),
    locale: signal(noLocale),
    failure: signal(null),
  };
}
