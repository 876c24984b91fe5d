// Durations as people read and type them. Pure.

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** For example "1:30" for an hour and a half. */
export function clockDuration(seconds: number): string {
  if (seconds > 0 && seconds < MINUTE / 2) return "<0:01";
  const minutes = Math.round(seconds / MINUTE);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** For example "45s", then "1:30" until 1:31 is complete, as in the status bar; for timers. */
export function timerDuration(seconds: number): string {
  if (seconds > 0 && seconds < MINUTE) return `${seconds}s`;
  return clockDuration(Math.floor(seconds / MINUTE) * MINUTE);
}

/** For example "1:30:05", for running timers. */
export function runningDuration(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${Math.floor(seconds / HOUR)}:${two(Math.floor((seconds % HOUR) / MINUTE))}:${two(seconds % MINUTE)}`;
}

/** Hours, minutes and seconds with colons between them. */
const clock = /^(?<hours>\d+):(?<minutes>[0-5]?\d)(?::(?<seconds>[0-5]?\d))?$/u;
/** A number of hours. */
const decimal = /^(?:\d+[.,]?\d*|[.,]\d+)$/u;
/** Numbers with units. */
const units = /^(?:(?<hours>\d+(?:[.,]\d+)?|[.,]\d+)\s*(?:hours?|hrs?|h|時間))?\s*(?:(?<minutes>\d+(?:[.,]\d+)?)\s*(?:minutes?|mins?|m|分))?\s*(?:(?<seconds>\d+)\s*(?:seconds?|secs?|s|秒))?$/u;
/** Hours, and minutes without a unit, as in "1h30". */
const hoursAndMinutes = /^(?<hours>\d+)\s*h\s*(?<minutes>[0-5]?\d)$/u;

/** Parses a typed duration such as "1h 30m", "90m", "1:30" or, in hours, "1.5". Returns whole seconds; null for other text. */
export function parseDuration(text: string): number | null {
  // NFKC turns full-width digits and signs into those of ASCII.
  const typed = text.normalize("NFKC").trim().toLowerCase();
  if (decimal.test(typed)) return Math.round(numberOf(typed) * HOUR);
  const { hours, minutes, seconds } = (clock.exec(typed) ?? hoursAndMinutes.exec(typed) ?? units.exec(typed))?.groups ?? {};
  if (hours === undefined && minutes === undefined && seconds === undefined) return null;
  return Math.round(numberOf(hours) * HOUR + numberOf(minutes) * MINUTE + numberOf(seconds));
}

function numberOf(digits = "0"): number {
  return Number(digits.replace(",", "."));
}
