// Civil days as numbers since 1970-01-01, as the engine tells them: no time zone can move them. Pure.

const dayLength = 86_400_000;

/** The number of a day in words, YYYY-MM-DD; undefined for what is none. */
export function dayOf(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(date)) return undefined;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : Math.round(time / dayLength);
}

/** YYYY-MM-DD. */
export function dateOf(day: number): string {
  return asDate(day).toISOString().slice(0, 10);
}

/** Midnight in UTC, to be looked at by its UTC parts alone. */
export function asDate(day: number): Date {
  return new Date(day * dayLength);
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The first day of the month that is so many months after the month of a day. */
export function monthStart(day: number, months = 0): number {
  const date = asDate(day);
  return Math.round(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / dayLength);
}
