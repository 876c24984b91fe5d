// The words of a search, in lower case. Pure.

export function searchWords(sought: string): string[] {
  return sought.toLowerCase().split(/\s+/u).filter((word) => word !== "");
}

/** Returns whether each of the words is in one of the texts. */
export function haveWords(texts: readonly string[], words: readonly string[]): boolean {
  const lower = texts.map((text) => text.toLowerCase());
  return words.every((word) => lower.some((text) => text.includes(word)));
}
