// Reads Markdown as people and agents write it in notes: the common part of CommonMark, tables and check boxes.
// Nothing fails: what has no meaning is a paragraph.
import { parseInlines } from "./inlines.ts";
import type { Alignment, Block, ListItem } from "./syntax.ts";

const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const fence = /^( {0,3})(`{3,}|~{3,})([^`]*)$/;
const quote = /^ {0,3}> ?/;
const marker = /^( {0,3})([-+*]|\d{1,9}[.)])( +|$)/;
const stamp = /^--- (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?\S{0,40})[ \t]*$/;
const check = /^\[([ xX])\][ \t]+/;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Quotes and lists nested deeper than this are shown as they were written. */
const deepest = 16;

/** The blocks of a Markdown text. */
export function parseMarkdown(text: string): Block[] {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/^[ \t]+/, (indent) => indent.replaceAll("\t", "    ")));
  return blocksOf(lines, 0);
}

function blocksOf(lines: string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let at = 0;

  const endParagraph = (): void => {
    if (paragraph.length > 0)
      blocks.push({ kind: "paragraph", children: parseInlines(paragraph.join("\n").trimEnd()) });
    paragraph = [];
  };
  const put = (block: Block, next: number): void => {
    endParagraph();
    blocks.push(block);
    at = next;
  };

  while (at < lines.length) {
    const line = lines[at] ?? "";
    const found = {
      stamp: stamp.exec(line),
      heading: heading.exec(line),
      underline: paragraph.length > 0 ? underline.exec(line) : null,
      fence: fence.exec(line),
      marker: depth < deepest && beginsItem(line, paragraph.length > 0) ? marker.exec(line) : null,
    };
    if (line.trim() === "") {
      endParagraph();
      at += 1;
    } else if (found.stamp !== null) put({ kind: "stamp", at: found.stamp[1] ?? "" }, at + 1);
    else if (found.underline !== null) {
      const children = parseInlines(paragraph.join("\n"));
      paragraph = [];
      put({ kind: "heading", level: line.includes("=") ? 1 : 2, children }, at + 1);
    } else if (rule.test(line)) put({ kind: "rule" }, at + 1);
    else if (found.heading !== null) {
      const words = line
        .slice(found.heading[0].length)
        .trim()
        .replace(/(?<=^|[ \t])#+$/, "")
        .trimEnd();
      put({ kind: "heading", level: found.heading[1]?.length ?? 1, children: parseInlines(words) }, at + 1);
    } else if (found.fence !== null) {
      const end = fenceEnd(lines, at, found.fence[2] ?? "");
      const indent = new RegExp(`^ {0,${found.fence[1]?.length ?? 0}}`);
      const text = lines
        .slice(at + 1, end)
        .map((inner) => inner.replace(indent, ""))
        .join("\n");
      put({ kind: "code", info: found.fence[3]?.trim() ?? "", text }, end + 1);
    } else if (depth < deepest && quote.test(line)) {
      const end = endOf(lines, at, (inner) => quote.test(inner) || continuesParagraph(inner));
      put(
        {
          kind: "quote",
          blocks: blocksOf(
            lines.slice(at, end).map((inner) => inner.replace(quote, "")),
            depth + 1,
          ),
        },
        end,
      );
    } else if (found.marker !== null) {
      const [list, next] = listAt(lines, at, depth);
      put(list, next);
    } else if (paragraph.length === 0 && line.startsWith("    ")) {
      const end = endOf(lines, at, (inner) => inner.startsWith("    ") || inner.trim() === "");
      put(
        {
          kind: "code",
          info: "",
          text: lines
            .slice(at, end)
            .map((inner) => inner.slice(4))
            .join("\n")
            .trimEnd(),
        },
        end,
      );
    } else if (paragraph.length === 0 && line.includes("|") && isTable(line, lines[at + 1])) {
      const end = endOf(lines, at + 2, (inner) => inner.includes("|"));
      put(table(lines.slice(at, end)), end);
    } else {
      paragraph.push(line.trimStart());
      at += 1;
    }
  }
  endParagraph();
  return blocks;
}

function endOf(lines: string[], from: number, belongs: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && belongs(lines[end] ?? "")) end += 1;
  return end;
}

function fenceEnd(lines: string[], from: number, mark: string): number {
  const close = new RegExp(`^ {0,3}${mark.charAt(0)}{${mark.length},}[ \\t]*$`);
  return endOf(lines, from + 1, (line) => !close.test(line));
}

/** Whether a line may go on a paragraph of the quote or item above without its mark. */
function continuesParagraph(line: string): boolean {
  return line.trim() !== "" && ![heading, rule, fence, quote, marker, stamp].some((pattern) => pattern.test(line));
}

/** Whether a line begins a list item; in the middle of a paragraph only what can hardly be meant as text. */
function beginsItem(line: string, inParagraph: boolean): boolean {
  const found = marker.exec(line);
  if (found === null || rule.test(line)) return false;
  if (!inParagraph) return true;
  return found[3] !== "" && (/^[-+*]$/.test(found[2] ?? "") || /^1[.)]$/.test(found[2] ?? ""));
}

function listAt(lines: string[], from: number, depth: number): [Block, number] {
  const first = marker.exec(lines[from] ?? "");
  const kind = first?.[2]?.at(-1) ?? "-";
  const items: ListItem[] = [];
  let tight = true;
  let at = from;
  while (at < lines.length) {
    const found = marker.exec(lines[at] ?? "");
    if (found === null || found[2]?.at(-1) !== kind || rule.test(lines[at] ?? "")) break;
    const gap = found[3]?.length ?? 1;
    const width = (found[1]?.length ?? 0) + (found[2]?.length ?? 1) + (gap >= 1 && gap <= 4 ? gap : 1);
    const end = itemEnd(lines, at, width);
    const inner = [(lines[at] ?? "").slice(width), ...lines.slice(at + 1, end).map((line) => unindent(line, width))];
    let next = end;
    while (next < lines.length && (lines[next] ?? "").trim() === "") next += 1;
    const goesOn = next < lines.length && marker.exec(lines[next] ?? "")?.[2]?.at(-1) === kind;
    if (inner.some((line, index) => line.trim() === "" && index > 0) || (goesOn && next > end)) tight = false;
    items.push(item(inner, depth));
    at = goesOn ? next : end;
    if (!goesOn) break;
  }
  const start = /^\d+/.exec(first?.[2] ?? "");
  return [{ kind: "list", start: start === null ? null : Number(start[0]), tight, items }, at];
}

/** Where the item that begins at `from` ends: blank lines belong to it only when something indented follows. */
function itemEnd(lines: string[], from: number, width: number): number {
  let end = from + 1;
  let blank = false;
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") blank = true;
    else if (indentOf(line) >= width || (!blank && continuesParagraph(line))) {
      end = at + 1;
      blank = false;
    } else break;
  }
  return end;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function unindent(line: string, width: number): string {
  return line.slice(Math.min(width, indentOf(line)));
}

function item(lines: string[], depth: number): ListItem {
  const box = check.exec(lines[0] ?? "");
  const rest = box === null ? lines : [(lines[0] ?? "").slice(box[0].length), ...lines.slice(1)];
  return { checked: box === null ? null : box[1] !== " ", blocks: blocksOf(rest, depth + 1) };
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(^|[^\\])\|$/, "$1");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function isTable(head: string, next: string | undefined): boolean {
  return (
    next !== undefined && next.includes("-") && delimiterRow.test(next) && cellsOf(head).length === cellsOf(next).length
  );
}

function alignment(cell: string): Alignment {
  if (cell.startsWith(":") && cell.endsWith(":")) return "center";
  return cell.endsWith(":") ? "end" : "start";
}

function table(lines: string[]): Block {
  const head = cellsOf(lines[0] ?? "");
  const rows = lines.slice(2).map((line) => {
    const cells = cellsOf(line);
    return head.map((_, column) => parseInlines(cells[column] ?? ""));
  });
  return { kind: "table", alignments: cellsOf(lines[1] ?? "").map(alignment), head: head.map(parseInlines), rows };
}
