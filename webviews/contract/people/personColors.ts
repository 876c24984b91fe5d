// Colors of people who have none in the configuration. Pure.
import type { Assignee } from "../generated/protocol.ts";

/** The smallest distance at which two hues are told apart, in degrees. */
const MIN_DISTANCE = 40;
/** The number of hues that can be told apart. */
const MAX_HUES = 360 / MIN_DISTANCE;
/** Steps by the golden angle spread over the color circle. */
const STEP = 137.5;
const TRIES = 24;

/**
 * Gives everybody without a color one. Each of the first keeps clear of those before, so that a
 * person who is added at the end changes nobody's color. All others get the color of their names.
 */
export function withColors(people: readonly Assignee[]): Assignee[] {
  const taken: number[] = [];
  return people.map((person) => {
    if (person.color !== "") return person;
    if (taken.length >= MAX_HUES) return { ...person, color: colorOfName(person.key) };
    const hues = Array.from({ length: TRIES }, (_, index) => (hueOf(person.key) + index * STEP) % 360);
    const room = (hue: number): number => Math.min(360, ...taken.map((other) => distance(hue, other)));
    const hue = hues.find((one) => room(one) >= MIN_DISTANCE) ?? hues.toSorted((a, b) => room(b) - room(a))[0] ?? 0;
    taken.push(hue);
    return { ...person, color: colorOf(hue) };
  });
}

/** Returns a color that depends on the name alone, as `#rrggbb`. */
export function colorOfName(key: string): string {
  return colorOf(hueOf(key));
}

function hueOf(key: string): number {
  let hash = 7;
  for (const letter of key) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (hash * STEP) % 360;
}

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, 360 - apart);
}

function colorOf(hue: number): string {
  const channel = (shift: number): string => {
    const at = (shift + hue / 30) % 12;
    const part = 0.5 - 0.24 * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(255 * part).toString(16).padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
