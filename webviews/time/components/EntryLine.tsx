// An entry in the list, with its actions.
import { t } from "@vscode/l10n";
import type { TimeRow, TimeSource, TimeZone } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { ActorIcon, Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { memo } from "../../shared/memo.ts";
import { clockTime } from "../../shared/text/dates.ts";
import { actorName, actorTitle } from "../../shared/text/names.ts";
import type { Actions } from "../state/actions.ts";
import { clockDuration } from "../../contract/time/duration.ts";
import { asUtc } from "../../contract/time/zone.ts";

interface Props {
  row: TimeRow;
  /** The part of the day. */
  seconds: number;
  /** Title of the task; empty if there is no such task. */
  title: string;
  locale: string;
  zone: TimeZone;
  readOnly: boolean;
  /** Whether the timer of its task can be started. */
  canContinue: boolean;
  actions: Actions;
}

export const EntryLine = memo(({ row, seconds, title, locale, zone, readOnly, canContinue, actions }: Props) => {
  const { entry } = row;
  const { task, actor, note } = entry;
  const span = spanText(row, locale, zone);
  const isPart = seconds !== entry.seconds;
  return (
    <li class="entry" data-row onKeyDown={(event) => !readOnly && onKey(event, row, actions)}>
      <span class="entry-span">{span}</span>
      <span class="entry-time" title={isPart ? t("{0} of {1}", clockDuration(seconds), clockDuration(entry.seconds)) : undefined}>
        {clockDuration(seconds)}
      </span>
      <span class="entry-who" title={actorTitle(actor)}>
        <ActorIcon kind={actor.kind} />
        <span class="clipped">{actorName(actor)}</span>
      </span>
      <span class="entry-what">
        {title === "" ? (
          <span class="task-missing">
            <span class="task-id">{task}</span> {t("This task does not exist.")}
          </span>
        ) : (
          <Button kind="link" class="entry-task" onClick={() => actions.openTask(task)}>
            <span class="task-id">{task}</span> <span class="clipped" dir="auto">{title}</span>
          </Button>
        )}
        {note !== undefined && (
          <span class="entry-note clipped" dir="auto" title={note}>
            {note}
          </span>
        )}
      </span>
      <span class="entry-source">{entry.source === "manual" ? <span title={sourceName("manual")}>{t("by hand")}</span> : <Icon name={sourceIcons[entry.source]} label={sourceName(entry.source)} />}</span>
      <span class="entry-continue">{canContinue && <Button icon="play" label={t("Continue {task}", { task })} onClick={() => actions.startTimer(task)} />}</span>
      {!readOnly && <Menu label={t("Actions: {0}", [span, clockDuration(entry.seconds), task].filter((part) => part !== "").join(" "))} picture={<Icon name="ellipsis" />} class="entry-menu" items={menuItems(row, actions)} />}
    </li>
  );
});

function menuItems(row: TimeRow, actions: Actions): MenuItem[] {
  return [
    { key: "edit", label: t("Edit…"), picture: <Icon name="edit" />, detail: "F2", choose: () => actions.edit(row) },
    { key: "split", label: t("Split…"), picture: <Icon name="split-horizontal" />, choose: () => actions.split(row) },
    { key: "move", label: t("Move to Task…"), picture: <Icon name="arrow-right" />, choose: () => actions.move(row) },
    { key: "delete", label: t("Delete"), picture: <Icon name="trash" />, detail: t("Del"), apart: true, choose: () => void actions.remove(row) },
  ];
}

function onKey(event: KeyboardEvent, row: TimeRow, actions: Actions): void {
  if (event.target instanceof Element && event.target.closest("[popover]") !== null) return;
  if (event.key === "F2") actions.edit(row);
  else if (event.key === "Delete") void actions.remove(row);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** For example "09:00 – 10:30"; empty if only the duration is known. */
function spanText({ entry: { start, end } }: TimeRow, locale: string, zone: TimeZone): string {
  const [from, to] = [Date.parse(start), Date.parse(end)];
  if (from === to) return "";
  const [first, last] = [from, to].map((time) => clockTime(asUtc(time, zone), locale));
  return `${first ?? ""} – ${last ?? ""}`;
}

const sourceIcons = { editor: "watch", agent: "pulse" } as const satisfies Record<Exclude<TimeSource, "manual">, string>;

function sourceName(source: TimeSource): string {
  switch (source) {
    case "editor":
      return t("Measured by a timer");
    case "agent":
      return t("Measured while an agent worked");
    case "manual":
      return t("Entered by a person");
  }
}
