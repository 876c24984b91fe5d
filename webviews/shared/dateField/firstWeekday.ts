// The day on which weeks begin.

interface WeekInfo {
  /** 1 is Monday, 7 is Sunday. */
  firstDay: number;
}

/** Newer browsers have the method, older ones the property; TypeScript knows neither yet. */
type LocaleWithWeeks = Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };

/** Returns the first weekday of a language's main country; 0 is Sunday. */
export function firstWeekday(name: string): number {
  const locale: LocaleWithWeeks = new Intl.Locale(name);
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}
