// One row of the table.
import { t } from "@vscode/l10n";
import type { JSX } from "preact";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { HolderIcon } from "../../shared/components/HolderMark.tsx";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { memo } from "../../shared/memo.ts";
import { numberText } from "../../shared/text/numbers.ts";
import { statusName } from "../../shared/text/names.ts";
import { TimerIcon } from "../../shared/time/TimerMark.tsx";
import type { Assignee, GanttGroup } from "../../contract/generated/protocol.ts";
import type { TimerMark } from "../../contract/common.ts";
import { dayCount, shortDay } from "../time/dayNames.ts";
import { slipText, waitText } from "./factTexts.ts";
import type { FactColumn, Facts, Wait } from "./facts.ts";
import { headingText } from "../state/tree.ts";

/**
 * What rows need for their text. The object stays the same until something changes, so that rows
 * are not rendered again.
 */
export interface RowContext {
  people: ReadonlyMap<string, Assignee>;
  names: ReadonlyMap<string, string>;
  group: GanttGroup;
  today: number;
  locale: string;
  columns: readonly FactColumn[];
  open: (key: string) => void;
  /** Shows a dependency at the pressed element. */
  showLink: (wait: Wait, at: Element) => void;
}

interface RowProps {
  facts: Facts;
  /** Its running timer. */
  timer: TimerMark | undefined;
  at: number;
  /** True in a sorted order, which has no tree levels. */
  isFlat: boolean;
  reading: RowContext;
}

export const FactRow = memo(({ facts, timer, at, isFlat, reading }: RowProps) => {
  const { row } = facts;
  const cells = reading.columns.map((column) => (
    <td key={column} role="cell" class={`fact-${column}`}>
      {cellOf(column, facts, reading)}
    </td>
  ));
  const heading = row.status === undefined;
  return (
    <tr role="row" aria-rowindex={at + 2} class={heading ? "heading" : row.context === true ? "context" : ""}>
      <th role="rowheader" scope="row" class="fact-title">
        <Title facts={facts} timer={timer} first={at === 0} flat={isFlat} reading={reading} />
      </th>
      {cells.slice(1)}
    </tr>
  );
});

function Title({ facts: { row }, timer, first, flat, reading }: Pick<RowProps, "facts" | "timer" | "reading"> & { first: boolean; flat: boolean }) {
  const level = flat ? 0 : row.depth;
  const spoken = !flat && <span class="visually-hidden">{t("Level {0}", row.depth + 1)} </span>;
  return (
    <div class="title" style={{ paddingInlineStart: `${Math.min(level, 12) * 16}px` }}>
      {spoken}
      {row.status === undefined ? (
        <span class="clipped">{headingText(row, reading.group, reading.names.get(row.title))}</span>
      ) : (
        <button
          type="button"
          class="button link clipped"
          dir="auto"
          data-step
          data-title
          tabIndex={first ? 0 : -1}
          title={row.title}
          onClick={() => reading.open(row.key)}
        >
          {row.title}
        </button>
      )}
      {row.id !== "" && <span class="faint">{row.id}</span>}
      {timer !== undefined && <TimerIcon timer={timer} />}
      {row.holder !== undefined && <HolderIcon holder={row.holder} locale={reading.locale} />}
      {row.pinned === true && <Icon name="pinned" label={t("Pinned: Auto-schedule keeps its dates")} />}
      {row.locked === true && <Icon name="lock" label={t("Its file cannot be changed")} />}
    </div>
  );
}

function cellOf(column: FactColumn, { row, waitsFor }: Facts, reading: RowContext): JSX.Element | string | null {
  const { people, today, locale } = reading;
  switch (column) {
    case "title":
      return null;
    case "status":
      return row.status === undefined ? null : (
        <>
          <StatusIcon status={row.status} />
          <span class="clipped">{statusName(row.status)}</span>
        </>
      );
    case "assignee":
      return row.assignee === undefined ? null : <Person id={row.assignee} person={people.get(row.assignee)} />;
    case "start":
    case "due":
      return row[column] === undefined ? null : shortDay(row[column], today, locale);
    case "hours":
      return row.hours === undefined ? null : numberText(row.hours, locale);
    case "progress":
      return row.status === undefined && row.progress === 0 ? null : t("{0}%", row.progress);
    case "slack":
      return row.slack === undefined ? null : dayCount(row.slack);
    case "critical":
      return row.critical === true ? <Mark icon="zap" text={t("Critical")} /> : null;
    case "late":
      return lateMark(row.overdue === true, row.late);
    case "waitsFor":
      return waitsFor.length === 0 ? null : <Waits waits={waitsFor} reading={reading} />;
    case "slip":
      return row.slip === undefined ? null : slipText(row.slip);
  }
}

function lateMark(overdue: boolean, late: number | undefined): JSX.Element | null {
  if (overdue) return <Mark icon="history" text={t("Overdue")} />;
  if (late === undefined) return null;
  return <Mark icon="milestone" text={late === 1 ? t("1 day after its milestone") : t("{0} days after its milestone", late)} />;
}

function Mark({ icon, text }: { icon: string; text: string }) {
  return (
    <span class="mark" title={text}>
      <Icon name={icon} />
      <span class="clipped">{text}</span>
    </span>
  );
}

function Person({ id, person }: { id: string; person: Assignee | undefined }) {
  const name = person?.name ?? id;
  return (
    <>
      <Avatar id={id} name={name} color={person?.color ?? ""} kind={person?.kind} named={false} />
      <span class="clipped" title={name}>
        {name}
      </span>
    </>
  );
}

function Waits({ waits, reading: { showLink, locale } }: { waits: readonly Wait[]; reading: RowContext }) {
  return (
    <span class="waits clipped" title={waits.map((wait) => waitText(wait, locale)).join("\n")}>
      {waits.map((wait) => (
        <button key={wait.link.from} type="button" class="button link" data-step tabIndex={-1} onClick={(event) => showLink(wait, event.currentTarget)}>
          {waitText(wait, locale)}
        </button>
      ))}
    </span>
  );
}
