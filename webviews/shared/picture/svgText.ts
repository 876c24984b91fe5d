// Writes SVG as text, escaping everything that comes from the project. Pure.

declare const marked: unique symbol;
/** Complete and escaped markup, created only by `text` and `element`. */
export type SvgText = string & { [marked]?: true };

/** Characters that XML does not allow even escaped, including unpaired surrogates. */
// eslint-disable-next-line no-control-regex
const invalidInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

export function text(words: string): SvgText {
  return words.replaceAll(invalidInXml, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export function element(name: string, attributes: Record<string, string | number>, inside: readonly SvgText[] = []): SvgText {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${typeof value === "number" ? roundToTenth(value) : text(value)}"`);
  const content = inside.join("");
  return content === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${content}</${name}>`;
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Full-width characters. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const narrow = /[\s.,:;!|'`()[\]{}ijltfrI]/u;

/** Returns the approximate width of a text. A picture is rendered where nothing can be measured. */
export function widthOf(words: string, size: number): number {
  let width = 0;
  for (const letter of words) width += wide.test(letter) ? 1 : narrow.test(letter) ? 0.38 : 0.62;
  return width * size;
}

/** Truncates a text to a width. */
export function truncateText(words: string, width: number, size: number): string {
  if (widthOf(words, size) <= width) return words;
  let start = "";
  let used = 0.9 * size;
  for (const letter of words) {
    used += widthOf(letter, size);
    if (used > width) break;
    start += letter;
  }
  return `${start.trimEnd()}…`;
}
