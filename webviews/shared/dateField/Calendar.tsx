// One month as a grid of days (ARIA date picker pattern): arrow keys move by day and week, Home and
// End in the week, Page Up and Page Down by month, with Shift by year. Enter selects a day.
import { t } from "@vscode/l10n";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../components/Button.tsx";
import { dayFormatter, longDay } from "../text/dates.ts";
import { asDate, dateOf, dayOf, monthStart, weekdayOf } from "../time/days.ts";

export interface CalendarProps {
  /** YYYY-MM-DD; another text selects no day. */
  selected: string;
  today: string;
  locale: string;
  /** Does not offer to clear the day. */
  isRequired?: boolean;
  onPick: (day: string) => void;
}

/** The number is the same in each month, so that nothing moves. */
const weeks = [0, 1, 2, 3, 4, 5];
const weekdays = [0, 1, 2, 3, 4, 5, 6];

export function Calendar({ selected, today, locale, isRequired = false, onPick }: CalendarProps) {
  const heading = useId();
  const grid = useRef<HTMLTableElement>(null);
  const movesFocus = useRef(false);
  const [day, setDay] = useState(() => dayOf(selected) ?? dayOf(today) ?? 0);
  const begin = firstWeekday(locale);
  const month = monthStart(day);
  const first = month - ((weekdayOf(month) - begin + 7) % 7);

  useLayoutEffect(() => {
    if (movesFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    movesFocus.current = false;
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") onPick(dateOf(day));
    else {
      const next = dayAfterKey(day, event, begin);
      if (next === undefined) return;
      movesFocus.current = true;
      setDay(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="calendar">
      <div class="calendar-head">
        <Button icon="chevron-left" label={t("Previous month")} onClick={() => setDay(addMonths(day, -1))} />
        <h2 id={heading} aria-live="polite">
          {dayFormatter(locale, "month").format(asDate(day))}
        </h2>
        <Button icon="chevron-right" label={t("Next month")} onClick={() => setDay(addMonths(day, 1))} />
      </div>
      <table role="grid" aria-labelledby={heading} ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((index) => (
              <th key={index} scope="col" abbr={weekdayName(first + index, locale, "long")}>
                {weekdayName(first + index, locale, "short")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week}>
              {weekdays.map((index) => {
                const cell = first + week * 7 + index;
                const date = dateOf(cell);
                return (
                  <td
                    key={index}
                    role="gridcell"
                    tabIndex={cell === day ? 0 : -1}
                    class={monthStart(cell) === month ? "" : "other-month"}
                    aria-selected={date === selected}
                    aria-current={date === today ? "date" : undefined}
                    aria-label={longDay(date, locale)}
                    onClick={() => onPick(date)}
                  >
                    {asDate(cell).getUTCDate()}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="calendar-foot">
        <Button kind="link" onClick={() => onPick(today)}>
          {t("Today")}
        </Button>
        {selected !== "" && !isRequired && (
          <Button kind="link" onClick={() => onPick("")}>
            {t("Clear")}
          </Button>
        )}
      </div>
    </div>
  );
}

function dayAfterKey(day: number, { key, shiftKey }: KeyboardEvent, begin: number): number | undefined {
  const inWeek = (weekdayOf(day) - begin + 7) % 7;
  switch (key) {
    case "ArrowLeft":
      return day - 1;
    case "ArrowRight":
      return day + 1;
    case "ArrowUp":
      return day - 7;
    case "ArrowDown":
      return day + 7;
    case "Home":
      return day - inWeek;
    case "End":
      return day - inWeek + 6;
    case "PageUp":
      return addMonths(day, shiftKey ? -12 : -1);
    case "PageDown":
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

/** Returns the same day of another month, or its last day if it has no such day. */
function addMonths(day: number, months: number): number {
  const start = monthStart(day, months);
  return Math.min(start + asDate(day).getUTCDate(), monthStart(day, months + 1)) - 1;
}

function weekdayName(day: number, locale: string, length: "long" | "short"): string {
  return new Intl.DateTimeFormat(locale, { weekday: length, timeZone: "UTC" }).format(asDate(day));
}

interface WeekInfo {
  /** 1 is Monday, 7 is Sunday. */
  firstDay: number;
}

/** Newer browsers have the method, older ones the property; TypeScript knows neither yet. */
type LocaleWithWeeks = Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };

/** Returns the first weekday of a language's main country; 0 is Sunday. */
function firstWeekday(name: string): number {
  const locale: LocaleWithWeeks = new Intl.Locale(name);
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}
