// Short forms of long texts.

/** Returns a text on one line with at most this number of characters. */
export function cutText(text: string, length: number): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length > length ? `${characters.slice(0, length).join("").trimEnd()}…` : line;
}
