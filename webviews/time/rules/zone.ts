// Times of day in the zone in which the host begins its days. Pure.

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

export interface Zone {
  /** Returns the minutes to add to UTC at a time in milliseconds since 1970. */
  offsetAt(time: number): number;
}

/** The minutes to add to UTC on this machine. */
const ownOffset = (time: number): number => -new Date(time).getTimezoneOffset();

/**
 * Returns the zone of the host, of which only the present offset is known. If it is that of this
 * machine, both are in the same zone, and the offsets of other seasons are known too.
 */
export function zoneOf(hostOffset: number, now: number, own: (time: number) => number = ownOffset): Zone {
  return { offsetAt: own(now) === hostOffset ? own : () => hostOffset };
}

export interface LocalTime {
  /** Days since 1970-01-01. */
  day: number;
  /** Minutes since midnight. */
  minutes: number;
}

/** Returns the milliseconds since 1970 as if the local time were UTC, for formatters. */
export function asUtc(time: number, zone: Zone): number {
  return time + zone.offsetAt(time) * MINUTE_MS;
}

export function localTime(time: number, zone: Zone): LocalTime {
  const minutes = Math.floor(asUtc(time, zone) / MINUTE_MS);
  const day = Math.floor(minutes / DAY_MINUTES);
  return { day, minutes: minutes - day * DAY_MINUTES };
}

/** Returns milliseconds since 1970. */
export function timeAt({ day, minutes }: LocalTime, zone: Zone): number {
  const asIfUtc = (day * DAY_MINUTES + minutes) * MINUTE_MS;
  const near = asIfUtc - zone.offsetAt(asIfUtc) * MINUTE_MS;
  // The first guess may be on the other side of a change of the offset.
  return asIfUtc - zone.offsetAt(near) * MINUTE_MS;
}

/** Parses "HH:MM" as minutes since midnight; null for other text. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/u.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Formats minutes since midnight as "HH:MM". */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
