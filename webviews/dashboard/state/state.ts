// State of the page as signals. All of it comes from the files.
import { signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { DashboardPast, DashboardSnapshot } from "../../contract/dashboard.ts";
import { noLocale } from "../../shared/text/language.ts";

export interface DashboardState {
  snapshot: Signal<DashboardSnapshot | null>;
  /** Null until the activity log has been read. */
  past: Signal<DashboardPast | null>;
  /** Whether all changes of others are listed, not only the first ones. */
  showsAllChanges: Signal<boolean>;
  locale: Signal<string>;
  /** Why loading failed. */
  failure: Signal<string | null>;
}

export function createState(): DashboardState {
  return { snapshot: signal(null), past: signal(null), showsAllChanges: signal(false), locale: signal(noLocale), failure: signal(null) };
}
