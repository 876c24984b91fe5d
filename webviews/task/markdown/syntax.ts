// What Markdown text means, as plain data. There is no case for HTML: angle brackets are text like any other.

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong"; children: Inline[] }
  | { kind: "emphasis"; children: Inline[] }
  | { kind: "strike"; children: Inline[] }
  | { kind: "link"; target: string; children: Inline[] }
  | { kind: "break" };

export interface ListItem {
  /** Set when the item begins with a check box. */
  checked: boolean | null;
  blocks: Block[];
}

export type Alignment = "start" | "center" | "end";

export type Block =
  | { kind: "heading"; level: number; children: Inline[] }
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "code"; info: string; text: string }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "list"; start: number | null; tight: boolean; items: ListItem[] }
  | { kind: "table"; alignments: Alignment[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: "rule" }
  /** The line that stands above each appended note: `--- 2026-11-21T02:57:17`. */
  | { kind: "stamp"; at: string };
