// The closed line of an entry: its picture, its name and the facts about it.
import { t } from "@vscode/l10n";
import type { Assignee, SettingsEntry } from "../../contract/generated/protocol.ts";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { LabelChip } from "../../shared/labels/LabelChip.tsx";
import { countText } from "../../shared/text/numbers.ts";
import { shortDay } from "../../shared/text/dates.ts";
import { choiceName } from "./choices.ts";
import type { EntryKind } from "../rules/sections.ts";
import { textsOf } from "../rules/values.ts";
import { useSettings } from "../state/actions.ts";

interface Props {
  kind: EntryKind;
  entry: SettingsEntry;
  person: Assignee | undefined;
  hex: string;
}

export function EntryFace({ kind, entry, person, hex }: Props) {
  const { state } = useSettings();
  const { name, tasks, configured } = entry;
  return (
    <>
      <Name kind={kind} name={name} person={person} hex={hex} />
      <span class="setting-entry-facts muted">
        {kind === "assignees" && <Hours entry={entry} />}
        {kind === "milestones" && <StageOf entry={entry} />}
        {kind === "milestones" && <DateOf entry={entry} />}
        {!configured && <span>{t("only in tasks")}</span>}
        <span>{tasks === 1 ? t("1 task") : t("{0} tasks", countText(tasks, state.locale.value))}</span>
      </span>
    </>
  );
}

function Name({ kind, name, person, hex }: Omit<Props, "entry"> & { name: string }) {
  switch (kind) {
    case "assignees": {
      const shown = person?.name ?? name;
      return (
        <span class="setting-entry-name">
          <Avatar name={shown} color={hex} id={name} kind={person?.kind} named={false} />
          <span class="clipped" dir="auto">
            {shown}
          </span>
          {shown !== name && <span class="muted clipped">{name}</span>}
        </span>
      );
    }
    case "milestones":
      return (
        <span class="setting-entry-name">
          <span style={hex === "" ? {} : { color: hex }}>
            <Icon name="milestone" />
          </span>
          <span class="clipped" dir="auto">
            {name}
          </span>
        </span>
      );
    case "labels":
      return (
        <span class="setting-entry-name">
          <LabelChip color={hex}>{name}</LabelChip>
        </span>
      );
  }
}

const find = ({ settings }: SettingsEntry, key: string) => settings.find((setting) => setting.key.at(-1) === key);

function Hours({ entry }: { entry: SettingsEntry }) {
  const { state } = useSettings();
  const hours = find(entry, "work_hours_per_day")?.value;
  const daysOff = textsOf(find(entry, "closed_dates")?.value).length;
  return (
    <>
      {typeof hours === "number" && <span>{t("{0} h a day", hours.toLocaleString(state.locale.value))}</span>}
      {daysOff > 0 && <span>{daysOff === 1 ? t("1 day off") : t("{0} days off", daysOff)}</span>}
    </>
  );
}

/** The version and the status of a milestone, if it has them. */
function StageOf({ entry }: { entry: SettingsEntry }) {
  const text = (key: string): string => {
    const value = find(entry, key)?.value;
    return typeof value === "string" ? value : "";
  };
  const stage = text("status");
  const facts = [text("version"), stage === "" ? "" : choiceName(stage)].filter((fact) => fact !== "").join(" · ");
  return facts === "" ? null : <span>{facts}</span>;
}

function DateOf({ entry }: { entry: SettingsEntry }) {
  const { state } = useSettings();
  const date = find(entry, "date")?.value;
  if (typeof date !== "string") return <span>{t("no date")}</span>;
  return <span>{shortDay(date, state.snapshot.value?.today ?? "", state.locale.value)}</span>;
}
