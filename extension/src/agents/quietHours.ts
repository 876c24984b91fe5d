// The hours in which nothing interrupts the user.

const HOURS = /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)$/u;

/** Returns whether a local time is within hours such as "22:00-07:30", the end excluded. False if they are not hours. */
export function isQuiet(hours: string, { hour, minute }: { hour: number; minute: number }): boolean {
  const parts = HOURS.exec(hours.trim())?.slice(1).map(Number);
  if (parts === undefined) return false;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts;
  const [from, to, now] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute, hour * 60 + minute];
  return from <= to ? from <= now && now < to : from <= now || now < to;
}
