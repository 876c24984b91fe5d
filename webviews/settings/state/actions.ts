// The actions of the settings page.
import { t } from "@vscode/l10n";
import type { CommandResult } from "../../contract/common.ts";
import type { ConfigChange, Setting, SettingsEntry } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import type { SettingsContract } from "../../contract/settings/settingsPage.ts";
import type { Connection } from "../../shared/connection.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/pages/createPage.tsx";
import { parseDay } from "../../shared/dateField/parseDay.ts";
import { announce } from "../../shared/messages/announcer.ts";
import type { EntryKind } from "../rules/sections.ts";
import { countOf } from "../rules/sections.ts";
import { fieldText, textsOf, valueOf, withValue } from "../rules/values.ts";
import { entryId, idOf } from "./state.ts";
import type { Draft, SettingsState } from "./state.ts";

export type Actions = ReturnType<typeof createActions>;
export const [SettingsContext, useSettings] = createRequiredContext<PageParts<SettingsState, Actions>>("settings");

/** The key of the list of labels. */
const LABELS = ["labels"];
const LABEL_COLORS = ["settings", "custom_fields", "label_colors"];
const AGENTS = JSON.stringify(["settings", "custom_fields", "agents"]);

export function createActions(state: SettingsState, { ask, on, attempt, execute, follow, reportSuccess, refuseIfReadOnly, undo, redo }: Connection<SettingsContract>) {
  on("section", (section) => {
    state.text.value = "";
    state.requested.value = section;
  });
  const start = follow({ ready: () => ask.ready(), receive: (snapshot) => (state.snapshot.value = snapshot) });

  function search(text: string): void {
    state.text.value = text;
    if (text.trim() === "") return;
    const count = state.sections.peek().reduce((sum, section) => sum + countOf(section), 0);
    announce(count === 1 ? t("1 entry matches") : t("{count} entries match", { count }));
  }

  function setRefusal(id: string, message: string | null): void {
    const { [id]: _, ...others } = state.refusals.peek();
    state.refusals.value = message === null ? others : { ...others, [id]: message };
  }

  /** Sends a command whose refusal is shown at a field. Returns whether it was done. */
  async function send(id: string, command: PageCommand): Promise<boolean> {
    if (refuseIfReadOnly()) return false;
    const result: CommandResult = await execute(command);
    setRefusal(id, result.kind === "done" ? null : result.message);
    reportSuccess(result);
    return result.kind === "done";
  }

  const findDraft = (id: string): Draft | undefined => state.drafts.peek().find((draft) => draft.id === id);

  function setDraft(id: string, draft: Draft | null): void {
    const others = state.drafts.peek().filter((one) => one.id !== id);
    state.drafts.value = draft === null ? others : [...others, draft];
  }

  /** Saves a value at once; null restores the default. Returns whether it was saved. */
  async function change(setting: Setting, value: unknown): Promise<boolean> {
    const id = idOf(setting);
    const before = findDraft(id);
    const seen = isList(setting) && Array.isArray(value) ? { seen: textsOf(setting.value) } : {};
    const isDone = await send(id, { kind: "updateConfig", changes: [{ key: setting.key, value, ...seen }] });
    // Text that was typed meanwhile stays.
    if (isDone && findDraft(id) === before) setDraft(id, null);
    return isDone;
  }

  function type(setting: Setting, text: string): void {
    const id = idOf(setting);
    setRefusal(id, null);
    setDraft(id, { id, was: findDraft(id)?.was ?? fieldText(setting), text });
  }

  function cancel(setting: Setting): void {
    setRefusal(idOf(setting), null);
    setDraft(idOf(setting), null);
  }

  /** Returns the value that was typed. The engine refuses a text that is no day. */
  function typedValue({ control }: Setting, { text }: Draft): unknown {
    const day = control === "date" ? parseDay(text, state.dayContext.peek()) : undefined;
    return day ?? valueOf(control, text);
  }

  /** Saves what was typed. A value that another program has changed meanwhile is not overwritten. */
  async function save(setting: Setting): Promise<void> {
    const draft = findDraft(idOf(setting));
    if (draft === undefined) return;
    const shown = fieldText(setting);
    const value = typedValue(setting, draft);
    if (draft.text === shown || value === shown) cancel(setting);
    else if (draft.was === shown) await change(setting, value);
  }

  /** Saves what was typed over the value of another program. */
  async function keepMine(setting: Setting): Promise<void> {
    const draft = findDraft(idOf(setting));
    if (draft !== undefined) await change(setting, typedValue(setting, draft));
  }

  const labels = (): string[] => (state.snapshot.peek()?.settings.labels ?? []).filter(({ configured }) => configured).map(({ name }) => name);

  const agentsSetting = (): Setting | undefined =>
    state.snapshot
      .peek()
      ?.settings.groups.flatMap(({ settings }) => settings)
      .find((setting) => idOf(setting) === AGENTS);

  /** Adds an entry: a milestone with its date, an assignee as a person or an agent. Returns whether it was added. */
  async function add(section: EntryKind, name: string, { date = "", isAgent = false } = {}): Promise<boolean> {
    const id = newEntryId(section);
    const key = (field: string): string[] => [section, name, field];
    switch (section) {
      case "assignees": {
        const agents = isAgent ? agentsSetting() : undefined;
        const known = textsOf(agents?.value);
        const changes: ConfigChange[] = [
          { key: key("display_name"), value: name },
          ...(agents === undefined ? [] : [{ key: agents.key, value: withValue(known, name, true), seen: known }]),
        ];
        return await send(id, { kind: "changeEntry", section, name, new: true, changes });
      }
      case "milestones": {
        const changes: ConfigChange[] = [{ key: key("date"), value: date }];
        return await send(id, { kind: "changeEntry", section, name, new: true, changes });
      }
      case "labels": {
        const changes: ConfigChange[] = [{ key: LABELS, value: [...labels(), name], seen: labels() }];
        return await send(id, { kind: "changeEntry", section, name, new: true, changes });
      }
    }
  }

  async function remove(section: EntryKind, { name, settings }: SettingsEntry): Promise<void> {
    const id = newEntryId(section);
    switch (section) {
      case "assignees":
        await send(id, { kind: "removeAssignee", key: name });
        return;
      case "milestones":
        await send(id, { kind: "updateConfig", changes: [{ key: [section, name], value: null }] });
        return;
      case "labels": {
        const color = settings.some(({ isSet }) => isSet) ? [{ key: [...LABEL_COLORS, name], value: null }] : [];
        await send(id, { kind: "updateConfig", changes: [{ key: LABELS, value: labels().filter((label) => label !== name), seen: labels() }, ...color] });
      }
    }
  }

  /** Renames an entry, also in its tasks. It stays open. Returns whether it was renamed. */
  async function rename(section: EntryKind, name: string, to: string): Promise<boolean> {
    const isDone = await send(renameId(section, name), { kind: "renameEntry", section, name, to });
    if (isDone) {
      const [before, after] = [entryId(section, name), entryId(section, to)];
      state.open.value = withValue(withValue(state.open.peek(), before, false), after, true);
      state.renamed.value = after;
    }
    return isDone;
  }

  /** Makes an assignee an agent or a person. */
  async function setAgent({ name, configured }: SettingsEntry, isAgent: boolean): Promise<void> {
    const agents = agentsSetting();
    if (agents === undefined) return;
    const known = textsOf(agents.value);
    const changes: ConfigChange[] = [{ key: agents.key, value: withValue(known, name, isAgent), seen: known }];
    // The message then names the assignee and not the key.
    const command: PageCommand = configured ? { kind: "changeEntry", section: "assignees", name, new: false, changes } : { kind: "updateConfig", changes };
    await send(idOf(agents), command);
  }

  function setOpen(id: string, isOpen: boolean): void {
    state.open.value = withValue(state.open.peek(), id, isOpen);
  }

  return {
    start,
    undo,
    redo,
    search,
    change,
    type,
    save,
    cancel,
    keepMine,
    add,
    rename,
    remove,
    setAgent,
    setOpen,
    clearRefusal: (id: string) => setRefusal(id, null),
    openFile: () => void attempt(ask.openFile()),
  };
}

/** Returns whether other programs may add to a value and remove from it, entry by entry. */
function isList({ control }: Setting): boolean {
  return control === "texts" || control === "dates" || control === "weekdays";
}

/** Identifies the field for another name of an entry. */
export function renameId(section: EntryKind, name: string): string {
  return `rename ${entryId(section, name)}`;
}

/** Identifies the form for a new entry. */
export function newEntryId(section: EntryKind): string {
  return `new ${section}`;
}
