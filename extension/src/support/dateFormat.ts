// Times as people see them.

/** Minutes to add to UTC for the civil time of this machine. */
export function utcOffset(now: number): number {
  return -new Date(now).getTimezoneOffset();
}

/** The civil date, YYYY-MM-DD. */
export function civilDate(now: number, utcOffsetMinutes: number): string {
  return new Date(now + utcOffsetMinutes * 60_000).toISOString().slice(0, 10);
}

/** Milliseconds until the next civil day begins. */
export function untilTomorrow(now: number, utcOffsetMinutes: number): number {
  const day = 86_400_000;
  const local = now + utcOffsetMinutes * 60_000;
  return day - (((local % day) + day) % day);
}

/** A date of a task, short and in the person's language; as it is written when it is no date. */
export function shortDate(date: string, locale: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/u.test(date) || Number.isNaN(time)) return date;
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }).format(time);
}
