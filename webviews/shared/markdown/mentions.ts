// The IDs of tasks in a text, by the engine's rule: a whole word; a number only after "task".

/** Splits a text into plain parts and known IDs. */
export function splitMentions(text: string, ids: Pick<ReadonlySet<string>, "has">): { text: string; isId: boolean }[] {
  const parts: { text: string; isId: boolean }[] = [];
  let end = 0;
  let before = "";
  for (const { 0: word, index } of text.matchAll(/[a-z0-9](?:[\w.-]*[a-z0-9])?/giu)) {
    const isMentioned = ids.has(word) && (!/^\d+$/u.test(word) || /^tasks?$/iu.test(before));
    before = word;
    if (!isMentioned) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isId: false });
    parts.push({ text: word, isId: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isId: false });
  return parts;
}
