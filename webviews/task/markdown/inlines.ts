// Reads the inside of a paragraph in one pass: every character is looked at a bounded number of times, so that hostile
// text costs no more than other text of its length.
import type { Inline } from "./syntax.ts";

const escapable = /[!-/:-@[-`{-~]/;
const space = /\s/u;
/** Japanese and Chinese are written without spaces, so emphasis may begin and end right beside their characters. */
const loose = /[\s\p{P}\p{S}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const address = /https?:\/\/[^\s<>"'`]+/iy;
const bracketedAddress = /<((?:https?:\/\/|mailto:)[^\s<>]+)>/iy;
const safeTarget = /^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i;

interface Frame {
  /** What opened the frame, as written; becomes text again when nothing closes it. */
  mark: string;
  children: Inline[];
  /** Set for a link: where its text ends, where it goes and where reading continues. */
  link?: Link;
}

interface Link {
  close: number;
  target: string;
  next: number;
}

interface Span {
  text: string;
  next: number;
}

/** The inlines of a text; line breaks in it are spaces unless two spaces or a backslash stand before them. */
export function parseInlines(text: string): Inline[] {
  const spans = codeSpans(text);
  const links = linksOf(text, spans);
  const stack: Frame[] = [{ mark: "", children: [] }];
  let at = 0;

  const top = (): Frame => stack.at(-1) as Frame;
  const say = (words: string): void => addText(top().children, words);

  while (at < text.length) {
    const char = text.charAt(at);
    const open = top();
    const link = stack.findLast((frame) => frame.link !== undefined)?.link;
    const span = spans.get(at);

    if (link?.close === at) {
      while (top().link === undefined) flatten(stack);
      const { children } = stack.pop() as Frame;
      top().children.push({ kind: "link", target: link.target, children });
      at = link.next;
    } else if (span !== undefined) {
      open.children.push({ kind: "code", text: span.text });
      at = span.next;
    } else if (char === "\\" && text.charAt(at + 1) === "\n") {
      open.children.push({ kind: "break" });
      at += 2;
    } else if (char === "\\" && escapable.test(text.charAt(at + 1))) {
      say(text.charAt(at + 1));
      at += 2;
    } else if (char === "\n") {
      endLine(open.children, text.slice(at - 2, at) === "  ");
      at += 1;
    } else if ((char === "[" || char === "!") && links.has(char === "!" ? at + 1 : at)) {
      const start = char === "!" ? at + 1 : at;
      stack.push({ mark: "[", children: [], link: links.get(start) as Link });
      at = start + 1;
    } else if (char === "*" || char === "_" || char === "~") {
      at = emphasis(text, at, stack);
    } else if (link === undefined && char === "<" && matchAt(bracketedAddress, text, at) !== null) {
      const found = matchAt(bracketedAddress, text, at) as RegExpExecArray;
      const target = found[1] ?? "";
      open.children.push({ kind: "link", target, children: [{ kind: "text", text: target.replace(/^mailto:/i, "") }] });
      at += found[0].length;
    } else if (link === undefined && (char === "h" || char === "H") && startsWord(text, at)) {
      const target = matchAt(address, text, at)?.[0].replace(/[.,:;!?*_~)\]、。」]+$/u, "") ?? "";
      if (target.length > "https://".length)
        open.children.push({ kind: "link", target, children: [{ kind: "text", text: target }] });
      else say(char);
      at += target.length > "https://".length ? target.length : 1;
    } else {
      const next = plainEnd(text, at + 1);
      say(text.slice(at, next));
      at = next;
    }
  }
  while (stack.length > 1) flatten(stack);
  return top().children;
}

/** Whether a link may be offered at all; the host decides again before it opens one. */
export function isSafeTarget(target: string): boolean {
  return safeTarget.test(target.trim());
}

function addText(children: Inline[], words: string): void {
  const last = children.at(-1);
  if (last?.kind === "text") last.text += words;
  else children.push({ kind: "text", text: words });
}

function endLine(children: Inline[], hard: boolean): void {
  const last = children.at(-1);
  if (hard && last?.kind === "text") last.text = last.text.trimEnd();
  if (hard) children.push({ kind: "break" });
  else addText(children, "\n");
}

const plainStop = /[\\\n[!*_~<`hH\]]/g;

function plainEnd(text: string, from: number): number {
  plainStop.lastIndex = from;
  return plainStop.exec(text)?.index ?? text.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || !/[A-Za-z0-9]/.test(text.charAt(at - 1));
}

/** Turns the top frame back into text within the frame below it. */
function flatten(stack: Frame[]): void {
  const frame = stack.pop();
  const below = stack.at(-1);
  if (frame === undefined || below === undefined) return;
  addText(below.children, frame.mark);
  for (const child of frame.children) {
    if (child.kind === "text") addText(below.children, child.text);
    else below.children.push(child);
  }
}

/** Opens or closes emphasis at a run of `*`, `_` or `~~`; says where reading continues. */
function emphasis(text: string, at: number, stack: Frame[]): number {
  const char = text.charAt(at);
  let end = at;
  while (text.charAt(end) === char) end += 1;
  const before = at === 0 ? " " : text.charAt(at - 1);
  const after = end === text.length ? " " : text.charAt(end);
  const beginsText = !space.test(after) && (!loose.test(after) || loose.test(before));
  const endsText = !space.test(before) && (!loose.test(before) || loose.test(after));
  const opens = beginsText && (char !== "_" || !endsText || loose.test(before));
  const closes = endsText && (char !== "_" || !beginsText || loose.test(after));
  let left = end - at;
  if (char === "~" && left !== 2) {
    addText((stack.at(-1) as Frame).children, text.slice(at, end));
    return end;
  }
  while (closes && left > 0) {
    const level = openerOf(stack, char, left);
    if (level < 0) break;
    const mark = stack[level]?.mark ?? "";
    closeFrame(stack, level, mark);
    left -= mark.length;
  }
  if (!opens) {
    if (left > 0) addText((stack.at(-1) as Frame).children, char.repeat(left));
    return end;
  }
  while (left > 0 && stack.length < deepest) {
    const width = left >= 2 && left % 2 === 0 ? 2 : 1;
    stack.push({ mark: char.repeat(width), children: [] });
    left -= width;
  }
  if (left > 0) addText((stack.at(-1) as Frame).children, char.repeat(left));
  return end;
}

/** Emphasis inside emphasis beyond this depth is shown as it was written. */
const deepest = 32;

/** The frame that a run of at most `width` marks may close, not looking out of the link that is being read. */
function openerOf(stack: Frame[], char: string, width: number): number {
  for (let level = stack.length - 1; level > 0; level -= 1) {
    const frame = stack[level];
    if (frame === undefined || frame.link !== undefined) return -1;
    if (frame.mark.startsWith(char) && frame.mark.length <= width) return level;
  }
  return -1;
}

function closeFrame(stack: Frame[], level: number, mark: string): void {
  while (stack.length - 1 > level) flatten(stack);
  const { children } = stack.pop() as Frame;
  const kind = mark.startsWith("~") ? "strike" : mark.length === 2 ? "strong" : "emphasis";
  (stack.at(-1) as Frame).children.push({ kind, children });
}

/** Code spans by the position of their first backtick. */
function codeSpans(text: string): Map<number, Span> {
  const runs: { at: number; length: number }[] = [];
  for (const found of text.matchAll(/\\`|`+/g)) {
    if (!found[0].startsWith("\\")) runs.push({ at: found.index, length: found[0].length });
  }
  const nextOfLength = new Map<number, number>();
  const closer = runs.map(() => -1);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.length ?? 0;
    closer[index] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, index);
  }
  const spans = new Map<number, Span>();
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    const close = runs[closer[index] ?? -1];
    if (open === undefined || close === undefined) continue;
    const inner = text.slice(open.at + open.length, close.at).replaceAll("\n", " ");
    const padded = /^ .*[^ ].* $/.test(inner);
    spans.set(open.at, { text: padded ? inner.slice(1, -1) : inner, next: close.at + close.length });
    index = closer[index] ?? index;
  }
  return spans;
}

/** Inline links by the position of their opening bracket; a link inside a link's text wins, as brackets nest. */
function linksOf(text: string, spans: Map<number, Span>): Map<number, Link> {
  const links = new Map<number, Link>();
  let open: number[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    const span = spans.get(at);
    if (span !== undefined) at = span.next;
    else if (char === "\\") at += 2;
    else {
      if (char === "[") open.push(at);
      if (char === "]") {
        const start = open.pop();
        const target = start === undefined ? null : targetAt(text, at + 1);
        if (start !== undefined && target !== null) {
          links.set(start, { close: at, ...target });
          open = [];
          at = target.next - 1;
        }
      }
      at += 1;
    }
  }
  return links;
}

const destination =
  /\(\s{0,8}(?:<([^<>\n]{0,2000})>|([^\s()<]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500}){0,4}))(?:\s{1,8}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?\s{0,8}\)/y;

function targetAt(text: string, at: number): { target: string; next: number } | null {
  const found = matchAt(destination, text, at);
  const target = found?.[1] ?? found?.[2] ?? "";
  if (found === null || target === "" || !isSafeTarget(target)) return null;
  return { target, next: at + found[0].length };
}
