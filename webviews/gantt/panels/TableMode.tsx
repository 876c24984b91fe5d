// The facts of the chart as a table, for screen readers and for everybody who would rather read than look.
import { t } from "@vscode/l10n";
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { announce } from "../../shared/announcer.ts";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { Icon } from "../../shared/components/Icon.tsx";
import { StatusIcon } from "../../shared/components/StatusIcon.tsx";
import { dependencyText, isPlain } from "../../shared/dependencyKinds.ts";
import { memo } from "../../shared/memo.ts";
import { statusName } from "../../shared/statuses.ts";
import type { Assignee, GanttGroup } from "../../contract/generated/protocol.ts";
import { useGantt } from "../context.ts";
import { columnsOf, factColumns, factsOf, inOrder, nextOrder } from "./facts.ts";
import type { FactColumn, Facts, Order, Wait } from "./facts.ts";
import { useGrowing } from "./growing.ts";
import { below, openLink } from "./openLink.ts";
import { dayCount, dayText, headingText, numberText } from "./words.ts";

/** What a row needs to be put into words. One object as long as nothing of it changes, so that rows need not be drawn again. */
interface Reading {
  people: ReadonlyMap<string, Assignee>;
  names: ReadonlyMap<string, string>;
  group: GanttGroup;
  today: string;
  locale: string;
  columns: readonly FactColumn[];
  open: (key: string) => void;
  /** Shows a dependency at the element that was pressed. */
  look: (wait: Wait, at: Element) => void;
}

export function TableMode() {
  const { state, actions } = useGantt();
  const [order, setOrder] = useState<Order | null>(null);
  const snapshot = state.snapshot.value;
  const locale = state.locale.value;
  const assignees = snapshot?.project.assignees ?? noAssignees;
  const view = snapshot?.gantt;
  const before = useRef<readonly Facts[]>([]);
  const facts = useMemo(() => (view === undefined ? [] : factsOf(view, before.current)), [view]);
  before.current = facts;
  const rows = useMemo(() => inOrder(facts, order, assignees, locale), [facts, order, assignees, locale]);
  const shown = useMemo(() => (view === undefined ? "" : columnsOf(view.rows).join(" ")), [view]);
  const people = JSON.stringify(assignees);
  const group = view?.choices.group ?? "tree";
  const today = snapshot?.today ?? "";
  const reading = useMemo<Reading>(
    () => ({
      people: new Map(assignees.map((person) => [person.key, person])),
      names: new Map(assignees.map(({ key, name }) => [key, name])),
      group,
      today,
      locale,
      columns: shown.split(" ").flatMap((name) => factColumns.find((column) => column === name) ?? []),
      open: actions.open,
      look: ({ link }, at) => openLink(state, link, below(at)),
    }),
    [people, group, today, locale, shown, actions, state],
  );
  if (snapshot === null) return null;

  const sort = (column: FactColumn): void => {
    const next = nextOrder(order, column);
    setOrder(next);
    announce(orderText(next));
  };
  return (
    <div class={`table-mode columns-${reading.columns.length}`} data-scroll="table">
      <table role="table" aria-label={t("Tasks")} aria-rowcount={rows.length + 1} onKeyDown={step}>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {reading.columns.map((column) => (
              <Heading key={column} column={column} order={order} onSort={sort} />
            ))}
          </tr>
        </thead>
        <Body key={order === null ? "" : `${order.column} ${order.descending}`} rows={rows} flat={order !== null} reading={reading} />
      </table>
    </div>
  );
}

/** Another order is another body, which begins with what is in sight. */
function Body({ rows, flat, reading }: { rows: readonly Facts[]; flat: boolean; reading: Reading }) {
  const drawn = useGrowing(rows.length);
  return (
    <tbody role="rowgroup">
      {rows.slice(0, drawn).map((facts, at) => (
        <Row key={facts.row.key} facts={facts} at={at} flat={flat} reading={reading} />
      ))}
    </tbody>
  );
}

const noAssignees: Assignee[] = [];

function Heading({ column, order, onSort }: { column: FactColumn; order: Order | null; onSort: (column: FactColumn) => void }) {
  const mine = order?.column === column ? order : null;
  return (
    <th
      role="columnheader"
      scope="col"
      class={`fact-${column}`}
      aria-sort={mine === null ? "none" : mine.descending ? "descending" : "ascending"}
    >
      <button type="button" class="heading-button" title={columnMeaning(column)} onClick={() => onSort(column)}>
        <span class="clipped">{columnName(column)}</span>
        {mine !== null && <Icon name={mine.descending ? "arrow-small-down" : "arrow-small-up"} />}
      </button>
    </th>
  );
}

interface RowProps {
  facts: Facts;
  at: number;
  /** In an order of its own, in which the levels of the tree mean nothing. */
  flat: boolean;
  reading: Reading;
}

const Row = memo(({ facts, at, flat, reading }: RowProps) => {
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
        <Title facts={facts} first={at === 0} flat={flat} reading={reading} />
      </th>
      {cells.slice(1)}
    </tr>
  );
});

function Title({ facts: { row }, first, flat, reading }: { facts: Facts; first: boolean; flat: boolean; reading: Reading }) {
  const level = flat ? 0 : row.depth;
  const spoken = !flat && <span class="visually-hidden">{t("Level {0}", row.depth + 1)} </span>;
  return (
    <div class="title" style={{ paddingInlineStart: `${Math.min(level, 12) * 16}px` }}>
      {spoken}
      {row.status === undefined ? (
        <span class="clipped">{headingText(row, reading.group, reading.names)}</span>
      ) : (
        <button
          type="button"
          class="button link clipped"
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
      {row.pinned === true && <Icon name="pinned" label={t("Pinned: a scheduler leaves its dates alone")} />}
      {row.locked === true && <Icon name="lock" label={t("Its file cannot be changed")} />}
    </div>
  );
}

function cellOf(column: FactColumn, { row, waitsFor }: Facts, reading: Reading): JSX.Element | string | null {
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
      return row[column] === undefined ? null : dayText(row[column], today, locale);
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
  if (late === undefined || late === 0) return null;
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
      <Avatar id={id} name={name} color={person?.color ?? ""} named={false} />
      <span class="clipped" title={name}>
        {name}
      </span>
    </>
  );
}

function Waits({ waits, reading: { look, locale } }: { waits: readonly Wait[]; reading: Reading }) {
  return (
    <span class="waits clipped" title={waits.map((wait) => waitText(wait, locale)).join("\n")}>
      {waits.map((wait) => (
        <button key={wait.link.from} type="button" class="button link" data-step tabIndex={-1} onClick={(event) => look(wait, event.currentTarget)}>
          {waitText(wait, locale)}
        </button>
      ))}
    </span>
  );
}

function waitText({ title, link }: Wait, locale: string): string {
  const words = isPlain(link) ? title : `${title} (${dependencyText(link, locale)})`;
  return link.broken === true ? t("{0}: not kept", words) : words;
}

function slipText(slip: number): string {
  if (slip === 0) return t("as planned");
  return slip > 0 ? t("{0} later", dayCount(slip)) : t("{0} earlier", dayCount(-slip));
}

function orderText(order: Order | null): string {
  if (order === null) return t("In the order of the chart");
  const name = columnName(order.column);
  return order.descending ? t("Sorted by {0}, descending", name) : t("Sorted by {0}, ascending", name);
}

function columnName(column: FactColumn): string {
  switch (column) {
    case "title":
      return t("Task");
    case "status":
      return t("Status");
    case "assignee":
      return t("Assignee");
    case "start":
      return t("Start");
    case "due":
      return t("Due");
    case "hours":
      return t("Hours");
    case "progress":
      return t("Progress");
    case "slack":
      return t("Slack");
    case "critical":
      return t("Critical");
    case "late":
      return t("Late");
    case "waitsFor":
      return t("Waits for");
    case "slip":
      return t("Baseline");
  }
}

function columnMeaning(column: FactColumn): string {
  switch (column) {
    case "slack":
      return t("Working days by which it may end later without moving the project's end");
    case "critical":
      return t("On the critical path: later means a later end of the project");
    case "slip":
      return t("Working days by which it ends later than in the baseline");
    case "title":
    case "status":
    case "assignee":
    case "start":
    case "due":
    case "hours":
    case "progress":
    case "late":
    case "waitsFor":
      return columnName(column);
  }
}

/** The table is one stop of Tab: arrows go from title to title, and from a title to what it waits for. */
function step(event: KeyboardEvent): void {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement) || target.dataset["step"] === undefined) return;
  const titles = [...currentTarget.querySelectorAll<HTMLElement>("[data-title]")];
  const across = [...(target.closest("tr")?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
  const at = titles.findIndex((title) => title === across[0]);
  const place = across.indexOf(target);
  const goal = {
    ArrowDown: titles[at + 1],
    ArrowUp: titles[at - 1],
    Home: titles[0],
    End: titles.at(-1),
    ArrowRight: across[place + 1],
    ArrowLeft: across[place - 1],
  }[event.key];
  if (goal === undefined) return;
  target.tabIndex = -1;
  goal.tabIndex = 0;
  goal.focus();
  event.preventDefault();
  event.stopPropagation();
}
