// Bodies of messages that the engine does not read itself.

import type { BoardQuery } from "../../../webviews/contract/board.ts";
import { readFilter } from "../views/explorerChoice.ts";
import { SORTS, STATUSES } from "../support/vocabulary.ts";

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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
