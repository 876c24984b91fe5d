// Initials and colors of people. Pure.
import { colorOfName } from "../../contract/people/personColors.ts";

/** Letters about twice as wide as Latin ones. */
const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/**
 * Returns the first letters of the first and the last word; one letter for one word. Beside a wide
 * letter an avatar has no room for a second one.
 */
export function initials(name: string): string {
  const words = name.trim().split(/[\s._-]+/u).filter((word) => word !== "");
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const [first = "", last = ""] = ends.map((word = "") => firstLetter(word));
  return wideLetter.test(first + last) ? first : first + last;
}

/** A letter or digit without combining characters; Hangul may combine. */
const plainLetter = /^(?!\p{Script=Hangul})[\p{L}\p{N}](?!\p{M}|\u200d)/u;
let graphemes: Intl.Segmenter | undefined;

function firstLetter(word: string): string {
  return (plainLetter.exec(word)?.[0] ?? firstGrapheme(word)).toLocaleUpperCase();
}

/** Created on first use: that takes the browser longer than rendering all visible cards. */
function firstGrapheme(word: string): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const [first] = graphemes.segment(word);
  return first?.segment ?? "";
}

export interface PersonColors {
  background: string;
  text: "black" | "white";
}

/**
 * Returns the configured color (`#rrggbb`) or one derived from the name, with the more readable
 * text color.
 */
export function personColors(color: string, key: string): PersonColors {
  const [red, green, blue] = channels(/^#[\da-f]{6}$/iu.test(color) ? color : colorOfName(key));
  const light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const onWhite = 1.05 / (light + 0.05);
  const onBlack = (light + 0.05) / 0.05;
  return { background: `rgb(${red} ${green} ${blue})`, text: onBlack >= onWhite ? "black" : "white" };
}

type Channels = readonly [red: number, green: number, blue: number];

function channels(color: string): Channels {
  const at = (start: number) => Number.parseInt(color.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
