// Data of the table: columns, values and order. Pure.
import type { Assignee, GanttLink, GanttRow, GanttView } from "../../contract/generated/protocol.ts";
import { statuses } from "../../contract/generated/values.ts";
import { noLocale } from "../../shared/text/language.ts";
import { reuseEqual } from "../../shared/equality.ts";

export const factColumns = ["title", "status", "assignee", "start", "due", "hours", "progress", "slack", "critical", "late", "waitsFor", "slip"] as const;
export type FactColumn = (typeof factColumns)[number];

export interface Order {
  column: FactColumn;
  isDescending: boolean;
}

/** A dependency with the title of the predecessor. */
export interface Wait {
  title: string;
  link: GanttLink;
}

export interface Facts {
  row: GanttRow;
  waitsFor: readonly Wait[];
}

const nothing: readonly Wait[] = [];

/** Returns the rows with their dependencies; unchanged rows stay the same objects. */
export function factsOf({ rows, links }: Pick<GanttView, "rows" | "links">, before: readonly Facts[] = []): Facts[] {
  const waits = new Map<number, Wait[]>();
  for (const link of links) {
    const wait = { title: rows[link.from]?.title ?? "", link };
    const known = waits.get(link.to);
    if (known === undefined) waits.set(link.to, [wait]);
    else known.push(wait);
  }
  const reuse = reuseEqual(before, ({ row }) => row.key);
  return rows.map((row, position) => reuse({ row, waitsFor: waits.get(position) ?? nothing }));
}

/** Returns the columns; the baseline's only if there is one. */
export function columnsOf(rows: readonly GanttRow[]): FactColumn[] {
  const compared = rows.some(({ baselineDue }) => baselineDue !== undefined);
  return factColumns.filter((column) => column !== "slip" || compared);
}

/**
 * Sorts rows; without an order or before the locale is known, the tree's. Headings are left out,
 * and rows without a value come last.
 */
export function sortFacts(facts: readonly Facts[], order: Order | null, assignees: readonly Assignee[], locale: string): readonly Facts[] {
  if (order === null || locale === noLocale) return facts;
  const names = new Map(assignees.map(({ key, name }) => [key, name]));
  const collator = new Intl.Collator(locale, { numeric: true });
  const sign = order.isDescending ? -1 : 1;
  return facts
    .filter(({ row }) => row.status !== undefined)
    .map((fact) => ({ fact, value: sortValue(order.column, fact, names) }))
    .toSorted((a, b) => {
      if (a.value === undefined || b.value === undefined) return Number(a.value === undefined) - Number(b.value === undefined);
      return sign * (typeof a.value === "number" && typeof b.value === "number" ? a.value - b.value : collator.compare(String(a.value), String(b.value)));
    })
    .map(({ fact }) => fact);
}

function sortValue(column: FactColumn, { row, waitsFor }: Facts, names: ReadonlyMap<string, string>): number | string | undefined {
  switch (column) {
    case "title":
      return row.title;
    case "status":
      return statuses.findIndex((status) => status === row.status);
    case "assignee":
      return row.assignee === undefined ? undefined : (names.get(row.assignee) ?? row.assignee);
    case "critical":
      return row.critical === true ? 0 : 1;
    case "late":
      return row.overdue === true ? Number.MAX_SAFE_INTEGER : row.late;
    case "waitsFor":
      return waitsFor.length === 0 ? undefined : waitsFor.length;
    case "start":
    case "due":
    case "hours":
    case "progress":
    case "slack":
    case "slip":
      return row[column];
  }
}

/** Returns the order after a click on a heading: ascending, descending, the tree's order. */
export function nextOrder(order: Order | null, column: FactColumn): Order | null {
  if (order?.column !== column) return { column, isDescending: false };
  return order.isDescending ? null : { column, isDescending: true };
}
