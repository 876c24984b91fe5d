// A text in which the words of a filter are marked.
import { memo } from "../memo.ts";
import { searchWords } from "./searchWords.ts";

/** `sought` is the text of the filter. */
export const Highlighted = memo(({ text, sought }: { text: string; sought: string }) => (
  <>{partsOf(text, sought).map((part, at) => (at % 2 === 0 ? part : <mark key={at}>{part}</mark>))}</>
));

/** Returns the text in parts, of which each second one is a match. The first may be empty. */
export function partsOf(text: string, sought: string): string[] {
  const words = searchWords(sought);
  const lower = text.toLowerCase();
  // A few letters have a longer lower case, and positions would be wrong.
  if (words.length === 0 || lower.length !== text.length) return [text];
  const marked = Array.from({ length: text.length }, () => false);
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) marked.fill(true, at, at + word.length);
  }
  const parts = [""];
  for (let at = 0; at < text.length; at += 1) {
    const isMatch = marked[at] === true;
    if (isMatch !== (parts.length % 2 === 0)) parts.push("");
    parts[parts.length - 1] += text.charAt(at);
  }
  return parts;
}
