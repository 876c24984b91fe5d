import { expect, test } from "vitest";
import fc from "fast-check";
import { parseMarkdown } from "./blocks.ts";
import type { Block, Inline } from "./syntax.ts";

function inline(node: Inline): string {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return `<code ${node.text}>`;
    case "break":
      return "<break>";
    case "link":
      return `<link ${node.target} ${inlines(node.children)}>`;
    case "strong":
    case "emphasis":
    case "strike":
      return `<${node.kind} ${inlines(node.children)}>`;
  }
}
const inlines = (nodes: readonly Inline[]): string => nodes.map(inline).join("");

function block(node: Block): string {
  switch (node.kind) {
    case "heading":
      return `h${node.level}(${inlines(node.children)})`;
    case "paragraph":
      return `p(${inlines(node.children)})`;
    case "code":
      return `code${node.info && ` ${node.info}`}(${node.text})`;
    case "quote":
      return `quote(${blocks(node.blocks)})`;
    case "list": {
      const items = node.items.map(
        ({ checked, blocks: inner }) => `${checked === null ? "" : checked ? "x " : "o "}${blocks(inner)}`,
      );
      return `${node.start === null ? "ul" : `ol${node.start}`}${node.tight ? "" : " loose"}[${items.join(" | ")}]`;
    }
    case "table":
      return `table ${node.alignments.join(",")}(${[node.head, ...node.rows].map((row) => row.map(inlines).join(" & ")).join(" / ")})`;
    case "rule":
      return "rule";
    case "stamp":
      return `stamp(${node.at})`;
  }
}
const blocks = (nodes: readonly Block[]): string => nodes.map(block).join(" ");

test.each([
  [
    "# Goal\n\nGet the skeleton running.\n\n- [ ] CI\n- [x] repo",
    "h1(Goal) p(Get the skeleton running.) ul[o p(CI) | x p(repo)]",
  ],
  [
    "--- 2026-11-21T02:57:17\nfirst note\n\n--- 2026-11-21T02:57:17\nsecond — メモ",
    "stamp(2026-11-21T02:57:17) p(first note) stamp(2026-11-21T02:57:17) p(second — メモ)",
  ],
  ["## Closed ##", "h2(Closed)"],
  ["#hashtag", "p(#hashtag)"],
  ["Title\n===\nmore\n---", "h1(Title) h2(more)"],
  ["a\nb  \nc\\\nd", "p(a\nb<break>c<break>d)"],
  [
    "**bold *both*** and _it_ and snake_case_name",
    "p(<strong bold <emphasis both>> and <emphasis it> and snake_case_name)",
  ],
  ["これは**「強調」**です", "p(これは<strong 「強調」>です)"],
  ["~~gone~~ ~one~", "p(<strike gone> ~one~)"],
  ["2 * 3 * 4 and *open", "p(2 * 3 * 4 and *open)"],
  ["`a*b*` and ``x ` y`` and `open", "p(<code a*b*> and <code x ` y> and `open)"],
  ["\\*not\\* \\`code\\`", "p(*not* `code`)"],
  ['[text *it*](https://a.example/x_(y) "t")', "p(<link https://a.example/x_(y) text <emphasis it>>)"],
  ["[a [b](c.md) d](e.md)", "p([a <link c.md b> d](e.md))"],
  ["![picture](img.png)", "p(<link img.png picture>)"],
  [
    "see https://a.example/b_c. And <https://d.example>",
    "p(see <link https://a.example/b_c https://a.example/b_c>. And <link https://d.example https://d.example>)",
  ],
  [
    "[x](javascript:alert(1)) [y](data:text/html,x) [z](VBScript:x)",
    "p([x](javascript:alert(1)) [y](data:text/html,x) [z](VBScript:x))",
  ],
  [
    "<script>alert(1)</script>\n<img src=x onerror=alert(1)>",
    "p(<script>alert(1)</script>\n<img src=x onerror=alert(1)>)",
  ],
  ["```ts\nconst a = 1;\n\n  b\n```\nafter", "code ts(const a = 1;\n\n  b) p(after)"],
  ["~~~\nnever closed", "code(never closed)"],
  ["    indented\n\n    more", "code(indented\n\nmore)"],
  ["> a\nlazy\n> - b", "quote(p(a\nlazy) ul[p(b)])"],
  ["- a\n  - b\n    - c\n- d", "ul[p(a) ul[p(b) ul[p(c)]] | p(d)]"],
  ["3. three\n4. four\n\n   more", "ol3 loose[p(three) | p(four) p(more)]"],
  ["- a\n\n- b", "ul loose[p(a) | p(b)]"],
  ["text\n- item", "p(text) ul[p(item)]"],
  ["in 2026\n12. stays", "p(in 2026\n12. stays)"],
  ["***\n- - -", "rule rule"],
  ["| a | b |\n|---|:-:|\n| 1 | x \\| y |\n| 2 |", "table start,center(a & b / 1 & x | y / 2 & )"],
  ["a | b\nnot a table", "p(a | b\nnot a table)"],
  ["", ""],
])("%j", (text, expected) => {
  expect(blocks(parseMarkdown(text))).toBe(expected);
});

test("whatever the marks, every word is shown", () => {
  const marks = [
    "*",
    "_",
    "**",
    "~~",
    "[",
    "]",
    "!",
    "<",
    "\n",
    "\n\n",
    "- ",
    "> ",
    "# ",
    " ",
    "\\",
    "1. ",
    "    ",
    "---",
    "[x] ",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom("é", ...marks)), (parts) => {
      const count = (words: string): number => words.split("é").length - 1;
      expect(count(blocks(parseMarkdown(parts.join(""))))).toBe(count(parts.join("")));
    }),
    { numRuns: 1000 },
  );
});

test.each(["[", "![", "*a _b ", "`", "> ", "- ", "](", "<http://", "~~a", "|", "# ", "[x](", "\\", "__a**"])(
  "fifty thousand times %j are read",
  (part) => {
    expect(parseMarkdown(part.repeat(50_000)).length).toBeGreaterThan(0);
  },
);
