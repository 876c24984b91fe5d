// The data of the chart as a table, for screen readers and for reading.
import { t } from "@vscode/l10n";
import { useMemo, useRef, useState } from "preact/hooks";
import { announce } from "../../shared/messages/announcer.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import type { Assignee } from "../../contract/generated/protocol.ts";
import { useGantt } from "../state/actions.ts";
import { FactRow } from "./FactRow.tsx";
import type { RowContext } from "./FactRow.tsx";
import { columnMeaning, columnName, orderText } from "./factTexts.ts";
import { columnsOf, factColumns, factsOf, sortFacts, nextOrder } from "./facts.ts";
import type { FactColumn, Facts, Order } from "./facts.ts";
import { useProgressiveCount } from "../../shared/progressiveRender.ts";
import { pointBelow, openLink } from "../state/openLink.ts";

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
  const rows = useMemo(() => sortFacts(facts, order, assignees, locale), [facts, order, assignees, locale]);
  const shown = useMemo(() => (view === undefined ? "" : columnsOf(view.rows).join(" ")), [view]);
  const people = JSON.stringify(assignees);
  const group = view?.choices.group ?? "tree";
  const { today } = state.view.value;
  const reading = useMemo<RowContext>(
    () => ({
      people: new Map(assignees.map((person) => [person.key, person])),
      names: new Map(assignees.map(({ key, name }) => [key, name])),
      group,
      today,
      locale,
      columns: shown.split(" ").flatMap((name) => factColumns.find((column) => column === name) ?? []),
      open: actions.open,
      showLink: ({ link }, at) => openLink(state, link, pointBelow(at)),
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
        <Body key={order === null ? "" : `${order.column} ${order.isDescending}`} rows={rows} flat={order !== null} reading={reading} />
      </table>
    </div>
  );
}

/** Keyed by order: another order starts with the first rows again. */
function Body({ rows, flat, reading }: { rows: readonly Facts[]; flat: boolean; reading: RowContext }) {
  const rendered = useProgressiveCount(rows.length);
  const timers = useGantt().state.timers.value;
  return (
    <tbody role="rowgroup">
      {rows.slice(0, rendered).map((facts, at) => (
        <FactRow key={facts.row.key} facts={facts} timer={timers.get(facts.row.id)} at={at} isFlat={flat} reading={reading} />
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
      aria-sort={mine === null ? "none" : mine.isDescending ? "descending" : "ascending"}
    >
      <button type="button" class="heading-button" title={columnMeaning(column)} onClick={() => onSort(column)}>
        <span class="clipped">{columnName(column)}</span>
        {mine !== null && <Icon name={mine.isDescending ? "arrow-small-down" : "arrow-small-up"} />}
      </button>
    </th>
  );
}

/** One tab stop for the table: arrows move between titles, and from a title to its dependencies. */
function step(event: KeyboardEvent): void {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement) || target.dataset["step"] === undefined) return;
  const titles = [...currentTarget.querySelectorAll<HTMLElement>("[data-title]")];
  const across = [...(target.closest("tr")?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
  const at = titles.findIndex((title) => title === across[0]);
  const place = across.indexOf(target);
  const next = {
    ArrowDown: titles[at + 1],
    ArrowUp: titles[at - 1],
    Home: titles[0],
    End: titles.at(-1),
    ArrowRight: across[place + 1],
    ArrowLeft: across[place - 1],
  }[event.key];
  if (next === undefined) return;
  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}
