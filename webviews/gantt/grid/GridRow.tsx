// One row of the grid. Rendered again only when its props change.
import { t } from "@vscode/l10n";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ActorKind, GanttGroup, GanttRow } from "../../contract/generated/protocol.ts";
import type { TimerMark } from "../../contract/common.ts";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { HolderIcon } from "../../shared/components/HolderMark.tsx";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { DateInput } from "../../shared/dateField/DateInput.tsx";
import { memo } from "../../shared/memo.ts";
import { numberText } from "../../shared/text/numbers.ts";
import { TimerIcon } from "../../shared/time/TimerMark.tsx";
import { latenessText, slackText } from "../chart/barNodes.ts";
import { useGantt } from "../state/actions.ts";
import { shortDay } from "../time/dayNames.ts";
import { cellText, dayContext, saveEdit } from "./gridEdit.ts";
import { showsNames } from "../state/columns.ts";
import type { Column, Widths } from "../state/columns.ts";
import { headingText, isHeading, isParent } from "../state/tree.ts";

export interface GridRowProps {
  row: GanttRow;
  /** Its running timer. */
  timer: TimerMark | undefined;
  /** Index among the visible rows. */
  line: number;
  top: number;
  isOpen: boolean;
  isSelected: boolean;
  /** The cell with the tab stop, "row" for the row itself; null elsewhere. */
  stop: Column | "row" | null;
  editing: Column | null;
  isDragged: boolean;
  /** Some row of the chart can be folded, so that titles leave room for an arrow. */
  hasFolds: boolean;
  personName: string | undefined;
  personColor: string;
  personKind: ActorKind | undefined;
  group: GanttGroup;
  widths: Widths;
  columns: readonly Column[];
  locale: string;
  today: number;
}

export const GridRow = memo((props: GridRowProps) => {
  const { row, line, top, isOpen, isSelected, stop, isDragged, widths } = props;
  const classes = ["grid-row", isSelected && "chosen", isDragged && "carried", row.context === true && "context", isParent(row) && "parent", isHeading(row) && "heading", row.finished !== undefined && "finished"];
  return (
    <div
      role="row"
      class={classes.filter(Boolean).join(" ")}
      data-row={row.key}
      tabindex={stop === "row" ? 0 : -1}
      aria-rowindex={line + 2}
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      {...(isParent(row) && { "aria-expanded": isOpen })}
      style={{ top: `${top}px` }}
    >
      {props.columns.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={at + 1}
          class={`grid-cell of-${column}`}
          data-column={column}
          tabindex={stop === column ? 0 : -1}
          style={{ width: `${widths[column]}px`, ...(column === "title" && { paddingInlineStart: `${6 + row.depth * 14}px` }) }}
        >
          {props.editing === column ? <Editor row={row} column={column} /> : <Content {...props} column={column} />}
        </div>
      ))}
    </div>
  );
});

function Content(props: GridRowProps & { column: Column }): JSX.Element | null {
  const { row, column, locale, today } = props;
  switch (column) {
    case "title":
      return <Title {...props} />;
    case "assignee":
      return row.assignee === undefined || isHeading(row) ? null : (
        <>
          <Avatar id={row.assignee} name={props.personName ?? row.assignee} color={props.personColor} kind={props.personKind} named={!showsNames(props.widths)} />
          {showsNames(props.widths) && <span class="clipped">{props.personName ?? row.assignee}</span>}
        </>
      );
    case "start":
    case "due":
      return row[column] === undefined ? null : <span class="clipped">{shortDay(row[column], today, locale)}</span>;
    case "hours":
      return row.hours === undefined ? null : <span>{numberText(row.hours, locale)}</span>;
    case "progress":
      return isHeading(row) && row.hours === undefined ? null : <span>{t("{0}%", row.progress)}</span>;
  }
}

function Title({ row, timer, isOpen, hasFolds, group, personName, locale }: GridRowProps) {
  const spoken = accessibleFacts(row);
  const title = isHeading(row) ? headingText(row, group, personName) : row.title;
  return (
    <>
      {isParent(row) ? (
        <span class={`twisty codicon codicon-${isOpen ? "chevron-down" : "chevron-right"}`} data-twisty data-still aria-hidden="true" />
      ) : (
        hasFolds && <span class="twisty" />
      )}
      {row.status !== undefined && <StatusIcon status={row.status} named />}
      {row.finished !== undefined && <StatusIcon status={row.finished.done > 0 ? "done" : "skipped"} />}
      {!isHeading(row) && <span class="row-id">{row.id}</span>}
      <span class="clipped row-title" dir="auto" title={title}>
        {title}
      </span>
      {timer !== undefined && <TimerIcon timer={timer} />}
      {row.holder !== undefined && <HolderIcon holder={row.holder} locale={locale} />}
      {row.overdue === true && <Icon name="clock" label={t("Overdue")} class="row-mark-icon overdue" />}
      {row.late !== undefined && <Icon name="milestone" label={latenessText(row.late)} class="row-mark-icon late" />}
      {row.pinned === true && <Icon name="pinned" label={t("Pinned")} class="row-mark-icon" />}
      {row.locked === true && <Icon name="warning" label={t("Its file has a problem")} class="row-mark-icon" />}
      {spoken !== "" && <span class="visually-hidden">{spoken}</span>}
    </>
  );
}

/** Describes for screen readers what the chart shows visually. */
function accessibleFacts(row: GanttRow): string {
  const facts: string[] = [];
  if (row.critical === true) facts.push(t("On the critical path"));
  else if (row.slack !== undefined && row.slack > 0) facts.push(slackText(row.slack));
  if (row.slip !== undefined && row.slip !== 0) {
    facts.push(row.slip > 0 ? t("{0} working days later than in the baseline", row.slip) : t("{0} working days earlier than in the baseline", -row.slip));
  }
  return facts.join(", ");
}

function Editor({ row, column }: { row: GanttRow; column: Column }) {
  const parts = useGantt();
  const { state } = parts;
  // Typed text stays when another program renames the task meanwhile.
  const [title, setTitle] = useState(row.title);
  const close = (): void => {
    state.edit.value = null;
  };
  const take = (text: string): void => {
    const edit = state.edit.peek();
    if (edit?.key !== row.key) return;
    close();
    saveEdit(parts, row, edit, text);
  };
  if (column === "title") {
    return <EntryField label={t("Title of {0}", row.id)} text={title} untouched onText={setTitle} onEnter={take} onLeave={take} onEscape={close} />;
  }
  if (column !== "hours") return <DateEditor row={row} column={column} onDone={take} onEscape={close} />;
  return (
    <input
      class="field"
      ref={(field) => {
        if (field !== null && document.activeElement !== field) field.focus();
      }}
      type="number"
      min={0}
      step="any"
      aria-label={t("Estimated hours of {0}", row.title)}
      defaultValue={cellText(row, column)}
      onBlur={({ currentTarget }) => queueMicrotask(() => currentTarget.isConnected && take(currentTarget.value))}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Enter") take(event.currentTarget.value);
        else if (event.key === "Escape") close();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

function DateEditor({ row, column, onDone, onEscape }: { row: GanttRow; column: Column; onDone: (text: string) => void; onEscape: () => void }) {
  const { state } = useGantt();
  // The typed text stays when another program changes the date meanwhile.
  const [value] = useState(() => cellText(row, column));
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const label = column === "start" ? t("Start of {0}", row.title) : t("Due date of {0}", row.title);
  return <DateInput input={input} label={label} value={value} {...dayContext(state)} onDone={onDone} onEscape={onEscape} />;
}
