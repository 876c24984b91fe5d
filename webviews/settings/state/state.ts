// State of the settings page as signals.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Setting } from "../../contract/generated/protocol.ts";
import type { SettingsSnapshot } from "../../contract/settings/settingsPage.ts";
import type { PageState } from "../../shared/connection.ts";
import type { DayContext } from "../../shared/dateField/parseDay.ts";
import { isText, listOf, recordOf } from "../../contract/validate.ts";
import type { EntryKind, Section } from "../rules/sections.ts";
import { sectionsOf } from "../rules/sections.ts";

/** A text that was typed into a field and is not saved. */
export interface Draft {
  id: string;
  /** The text of the value when typing began. */
  was: string;
  text: string;
}

/** State that survives a reload. */
export interface PersistedState {
  /** The text to search for. */
  text: string;
  drafts: readonly Draft[];
  /** IDs of the entries whose settings are shown. */
  open: readonly string[];
}

export interface SettingsState extends PageState<SettingsSnapshot> {
  dayContext: ReadonlySignal<DayContext>;
  text: Signal<string>;
  drafts: Signal<readonly Draft[]>;
  open: Signal<readonly string[]>;
  /** ID of the entry that was renamed last and gets the focus. */
  renamed: Signal<string | null>;
  /** The section to go to, ready for a new entry. */
  requested: Signal<EntryKind | null>;
  /** Why a value was refused, by the ID of its field. */
  refusals: Signal<Readonly<Record<string, string>>>;
  /** What matches the search. */
  sections: ReadonlySignal<Section[]>;
  /** Whether values can be changed. */
  isLocked: ReadonlySignal<boolean>;
}

export function readPersistedState(stored: unknown): PersistedState {
  const { text, drafts, open } = recordOf(stored);
  return { text: isText(text) ? text : "", drafts: listOf(drafts, isDraft), open: listOf(open, isText) };
}

function isDraft(value: unknown): value is Draft {
  const { id, was, text } = recordOf(value);
  return isText(id) && isText(was) && isText(text);
}

export function createState(stored: PersistedState): SettingsState {
  const snapshot = signal<SettingsSnapshot | null>(null);
  const text = signal(stored.text);
  const locale = signal("en");
  return {
    snapshot,
    locale,
    dayContext: computed(() => ({ locale: locale.value, today: snapshot.value?.today ?? "" })),
    failure: signal(null),
    text,
    drafts: signal(stored.drafts),
    open: signal(stored.open),
    renamed: signal(null),
    requested: signal(null),
    refusals: signal({}),
    sections: computed(() => (snapshot.value === null ? [] : sectionsOf(snapshot.value.settings, text.value))),
    isLocked: computed(() => snapshot.value === null || snapshot.value.readOnly !== null || snapshot.value.settings.broken !== null),
  };
}

/** Identifies a person, a milestone or a label. */
export function entryId(section: EntryKind, name: string): string {
  return JSON.stringify([section, name]);
}

/** Identifies a setting. */
export function idOf({ key }: Pick<Setting, "key">): string {
  return JSON.stringify(key);
}
