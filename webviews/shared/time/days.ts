// Civil days as numbers since 1970-01-01, as in the engine: time zones do not affect them. Pure.

const dayLength = 86_400_000;

/** Parses YYYY-MM-DD; undefined for other text. */
export function dayOf(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(date)) return undefined;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : Math.round(time / dayLength);
}

/** Formats a day as YYYY-MM-DD. */
export function dateOf(day: number): string {
  return asDate(day).toISOString().slice(0, 10);
}

/** Returns midnight in UTC; use only its UTC parts. */
export function asDate(day: number): Date {
  return new Date(day * dayLength);
}

/** Returns the weekday; 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Returns the first day of the month `months` after the day's month. */
export function monthStart(day: number, months = 0): number {
  const date = asDate(day);
  return Math.round(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / dayLength);
}
