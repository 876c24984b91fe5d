// State of the page as signals. What it shows comes from the files.
import { signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { DashboardPast, DashboardSnapshot } from "../../contract/dashboard.ts";
import { isNumber, recordOf } from "../../contract/validate.ts";
import type { PageState } from "../../shared/connection.ts";
import { noLocale } from "../../shared/text/language.ts";

/** State that survives a reload. */
interface PersistedState {
  /** How far the page is scrolled, in pixels. */
  scroll: number;
}

export function readPersistedState(stored: unknown): PersistedState {
  const { scroll } = recordOf(stored);
  return { scroll: isNumber(scroll) ? scroll : 0 };
}

export interface DashboardState extends PageState<DashboardSnapshot> {
  /** Null until the activity log has been read. */
  past: Signal<DashboardPast | null>;
  /** Whether all changes of others are listed, not only the first ones. */
  showsAllChanges: Signal<boolean>;
  scroll: Signal<number>;
}

export function createState({ scroll }: PersistedState): DashboardState {
  return { snapshot: signal(null), past: signal(null), showsAllChanges: signal(false), scroll: signal(scroll), locale: signal(noLocale), failure: signal(null) };
}
