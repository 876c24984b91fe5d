// Bodies of messages that the engine does not read itself.

import type { BoardQuery } from "../../../webviews/contract/board.ts";
import type { GanttExport, GanttQuery } from "../../../webviews/contract/gantt.ts";
import { readFilter } from "../views/explorerChoice.ts";
import { EXPORT_FORMATS, GANTT_GROUPS, GANTT_SORTS, SORTS, STATUSES } from "../support/vocabulary.ts";

export function readText(body: unknown): string {
  if (typeof body !== "string") throw new TypeError("A text was expected.");
  return body;
}

/** At least one text. */
export function readTexts(body: unknown): [string, ...string[]] {
  const [first, ...others] = Array.isArray(body) ? body.map(readText) : [];
  if (first === undefined) throw new TypeError("A list of texts was expected.");
  return [first, ...others];
}

export function readBoardQuery(body: unknown): BoardQuery {
  const query = isRecord(body) ? body : {};
  const unlimited = Array.isArray(query["unlimited"]) ? query["unlimited"] : [];
  return {
    filter: readFilter(query["filter"]),
    sort: SORTS.find((sort) => sort === query["sort"]) ?? "manual",
    leavesOnly: query["leavesOnly"] === true,
    unlimited: STATUSES.filter((status) => unlimited.includes(status)),
  };
}

/** What is missing or makes no sense is left to the project's own choice. */
export function readGanttQuery(body: unknown): GanttQuery {
  const query = isRecord(body) ? body : {};
  const sort = GANTT_SORTS.find((known) => known === query["sort"]);
  const group = GANTT_GROUPS.find((known) => known === query["group"]);
  const { filter, baseline, loads } = query;
  return {
    ...(isRecord(filter) && { filter: readFilter(filter) }),
    ...(sort !== undefined && { sort }),
    ...(group !== undefined && { group }),
    ...(typeof baseline === "string" && { baseline }),
    ...(typeof loads === "boolean" && { loads }),
  };
}

export function readGanttExport(body: unknown): GanttExport {
  const { format, text, base64 } = isRecord(body) ? body : {};
  if (format === "svg") return { format, text: readText(text) };
  if (format === "png") return { format, base64: readText(base64) };
  const known = EXPORT_FORMATS.find((name) => name === format);
  if (known === undefined) throw new TypeError("There is no such form to save a plan in.");
  return { format: known };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
