// Initials and colors of people. Pure.

/** Letters about twice as wide as Latin ones. */
const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/**
 * Returns the first letters of the first and the last word; one letter for one word. Beside a wide
 * letter an avatar has no room for a second one.
 */
export function initials(name: string): string {
  const words = name.trim().split(/[\s._-]+/u).filter((word) => word !== "");
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""].map((word = "") => firstLetter(word));
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
  const [red, green, blue] = channels(color) ?? channelsOf(key);
  const light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const onWhite = 1.05 / (light + 0.05);
  const onBlack = (light + 0.05) / 0.05;
  return { background: `rgb(${red} ${green} ${blue})`, text: onBlack >= onWhite ? "black" : "white" };
}

type Channels = readonly [red: number, green: number, blue: number];

function channels(color: string): Channels | undefined {
  if (!/^#[\da-f]{6}$/iu.test(color)) return undefined;
  const at = (start: number) => Number.parseInt(color.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

/**
 * Derives a color from the name: steps around the color circle give similar names different colors.
 */
function channelsOf(key: string): Channels {
  let hash = 7;
  for (const letter of key) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  const hue = (hash * 137.5) % 360;
  const channel = (shift: number) => {
    const distance = (shift + hue / 30) % 12;
    return Math.round(255 * (0.5 - 0.24 * Math.max(-1, Math.min(distance - 3, 9 - distance, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
