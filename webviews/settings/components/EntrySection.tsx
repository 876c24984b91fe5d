// A list of people, milestones or labels: each opens to show its settings.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SettingsEntry } from "../../contract/generated/protocol.ts";
import { actorIcons } from "../../contract/texts/texts.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { labelColor } from "../../shared/labels/LabelChip.tsx";
import type { EntryKind } from "../rules/sections.ts";
import { newEntryId } from "../state/actions.ts";
import { useSettings } from "../state/actions.ts";
import { DayField, useDayProblem } from "./DayField.tsx";
import { entryTexts } from "./entryTexts.ts";
import { EntryFace } from "./EntryFace.tsx";
import { entryId, idOf } from "../state/state.ts";
import { RenameField } from "./RenameField.tsx";
import { SettingRow } from "./SettingRow.tsx";

export function EntrySection({ kind, entries }: { kind: EntryKind; entries: readonly SettingsEntry[] }) {
  return (
    <>
      <p class="setting-text">{entryTexts(kind).about}</p>
      {entries.length === 0 && <p class="muted">{entryTexts(kind).none}</p>}
      <ul class="setting-entries">
        {entries.map((entry) => (
          <Entry key={entry.name} kind={kind} entry={entry} />
        ))}
      </ul>
      <NewEntry kind={kind} />
    </>
  );
}

function Entry({ kind, entry }: { kind: EntryKind; entry: SettingsEntry }) {
  const { state, actions } = useSettings();
  const id = entryId(kind, entry.name);
  const isOpen = state.open.value.includes(id);
  const project = state.snapshot.value?.project;
  const person = project?.assignees.find(({ key }) => key === entry.name);
  const milestone = project?.milestones.find(({ name }) => name === entry.name);
  const hex = { assignees: person?.color, milestones: milestone?.color, labels: labelColor(project, entry.name) }[kind] ?? "";
  const summary = useRef<HTMLElement>(null);
  const isRenamed = state.renamed.value === id;
  // The field that had the focus is gone with the former name.
  useLayoutEffect(() => {
    if (!isRenamed) return;
    state.renamed.value = null;
    summary.current?.focus();
  }, [isRenamed]);
  return (
    <li class="setting-entry">
      <details open={isOpen} onToggle={({ currentTarget }) => currentTarget.open !== isOpen && actions.setOpen(id, currentTarget.open)}>
        <summary ref={summary}>
          <Icon name="chevron-right" />
          <EntryFace kind={kind} entry={entry} person={person} hex={hex} />
        </summary>
        {isOpen && (
          <div class="setting-entry-settings">
            <RenameField kind={kind} entry={entry} />
            {!entry.configured && <Unlisted kind={kind} entry={entry} />}
            {kind === "assignees" && <KindSwitch entry={entry} isAgent={person?.kind === "agent"} />}
            {entry.settings.map((setting) => (
              <SettingRow key={idOf(setting)} setting={setting} hex={setting.control === "color" ? hex : ""} />
            ))}
            {entry.configured && !state.isLocked.value && (
              <div class="setting-entry-remove">
                <Button kind="secondary" icon="trash" onClick={() => void actions.remove(kind, entry)}>
                  {t("Remove {0}", entry.name)}
                </Button>
                <span class="muted">{entryTexts(kind).removal(entry.tasks)}</span>
              </div>
            )}
          </div>
        )}
      </details>
    </li>
  );
}

/** Says that only tasks name an entry, and offers to add it. A milestone is added with its date. */
function Unlisted({ kind, entry }: { kind: EntryKind; entry: SettingsEntry }) {
  const { state, actions } = useSettings();
  return (
    <p class="setting-entry-unlisted">
      <Icon name="info" /> {kind === "milestones" ? t("Only tasks name it. A date or another value adds it to the configuration.") : t("Only tasks name it.")}
      {kind !== "milestones" && !state.isLocked.value && (
        <Button kind="secondary" onClick={() => void actions.add(kind, entry.name)}>
          {t("Add to the configuration")}
        </Button>
      )}
    </p>
  );
}

/** Person or agent: agents are a list of their own in the file. */
function KindSwitch({ entry, isAgent }: { entry: SettingsEntry; isAgent: boolean }) {
  const { state, actions } = useSettings();
  const option = (label: string, value: boolean) => (
    <label class="setting-option">
      <input type="radio" name={`kind ${entry.name}`} checked={isAgent === value} disabled={state.isLocked.value} onChange={() => void actions.setAgent(entry, value)} />
      {label}
    </label>
  );
  return (
    <div class="setting" role="radiogroup" aria-label={t("Person or agent")}>
      <div class="setting-head">
        <h3>{t("Person or agent")}</h3>
      </div>
      <p class="setting-text">{t("An agent has another avatar, and is planned with the hours of agents.")}</p>
      <div class="setting-line">
        {option(t("Person"), false)}
        {option(t("Agent"), true)}
      </div>
    </div>
  );
}

function NewEntry({ kind }: { kind: EntryKind }) {
  const { state, actions } = useSettings();
  const [name, setName] = useState("");
  const [date, setDate] = useState("");
  const texts = entryTexts(kind);
  const { problem, isWrong, check } = useDayProblem([date]);
  const refusal = problem ?? state.refusals.value[newEntryId(kind)];
  if (state.isLocked.value) return null;
  const add = async (isAgent = false): Promise<void> => {
    const given = name.trim();
    if (given === "" || !check() || !(await actions.add(kind, given, { date, isAgent }))) return;
    setName("");
    setDate("");
  };
  return (
    <form
      class="setting-new"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div class="setting-line">
        <input
          class="field"
          type="text"
          placeholder={texts.newName}
          aria-label={texts.newName}
          aria-invalid={refusal !== undefined}
          aria-describedby={refusal === undefined ? undefined : `${kind}-refusal`}
          value={name}
          onInput={({ currentTarget }) => {
            setName(currentTarget.value);
            actions.clearRefusal(newEntryId(kind));
          }}
        />
        {kind === "milestones" && <DayField label={t("Date")} day={date} isInvalid={isWrong(date)} onDay={setDate} />}
        <Button kind="secondary" submits icon="add" disabled={name.trim() === "" || (kind === "milestones" && date === "")}>
          {texts.add}
        </Button>
        {kind === "assignees" && (
          <Button kind="secondary" icon={actorIcons.agent} disabled={name.trim() === ""} onClick={() => void add(true)}>
            {t("Add Agent")}
          </Button>
        )}
      </div>
      {refusal !== undefined && (
        <p class="notice" id={`${kind}-refusal`} role="alert">
          {refusal}
        </p>
      )}
    </form>
  );
}
