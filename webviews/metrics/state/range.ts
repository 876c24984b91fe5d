// The days of the reports: everything, the last days, or days that the user has entered. Pure.
import type { MetricsQuery } from "../../contract/metrics.ts";
import { isDay, recordOf } from "../../contract/validate.ts";

export type Range = { kind: "all" } | { kind: "last"; days: number } | { kind: "custom"; from: number | null; to: number | null };

/** Numbers of days that the menu offers. */
export const lastDays = [28, 84, 182, 365] as const;

export function readRange(value: unknown): Range {
  const { kind, days, from, to } = recordOf(value);
  const last = lastDays.find((known) => known === days);
  if (kind === "last" && last !== undefined) return { kind, days: last };
  if (kind === "custom") return { kind, from: isDay(from) ? from : null, to: isDay(to) ? to : null };
  return { kind: "all" };
}

/** Returns the days of a query. Entered days in the wrong order are exchanged. */
export function daysOf(range: Range, today: number): Pick<MetricsQuery, "from" | "to"> {
  switch (range.kind) {
    case "all":
      return {};
    case "last":
      return { from: today - range.days + 1 };
    case "custom": {
      const { from, to } = range;
      if (from !== null && to !== null) return { from: Math.min(from, to), to: Math.max(from, to) };
      return { ...(from !== null && { from }), ...(to !== null && { to }) };
    }
  }
}
