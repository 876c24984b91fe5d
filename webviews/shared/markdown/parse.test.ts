import { expect, test } from "vitest";
import fc from "fast-check";
import { parseMarkdown } from "./parse.ts";
import type { Node } from "./parse.ts";

/** A short form of the tree: element names and contents. */
function told({ token, children }: Node): string {
  const inside = list(children);
  switch (token.type) {
    case "text":
      return token.content;
    case "softbreak":
      return "\n";
    case "hardbreak":
      return "<break>";
    case "inline":
      return inside;
    case "code_inline":
      return `<code ${token.content}>`;
    case "link_open":
      return `<link ${token.attrGet("href") ?? ""} ${inside}>`;
    case "image":
      return `<image ${token.attrGet("src") ?? ""} ${inside}>`;
    case "strong_open":
    case "em_open":
    case "s_open":
      return `<${token.tag} ${inside}>`;
    case "paragraph_open":
      return token.hidden ? `${inside} ` : `p(${inside}) `;
    case "fence":
    case "code_block":
      return `code${token.info && ` ${token.info}`}(${token.content.trimEnd()}) `;
    case "ordered_list_open":
      return `ol${token.attrGet("start") ?? ""}(${inside.trim()}) `;
    case "list_item_open": {
      const check = token.meta as { checked: boolean } | null;
      return `${check === null ? "li" : check.checked ? "done" : "open"}(${inside.trim()}) `;
    }
    case "th_open":
    case "td_open":
      return `${token.attrGet("style") === null ? "" : "centred "}${inside} | `;
    case "hr":
      return "hr ";
    case "stamp":
      return `stamp(${[token.content, token.info].join(" ").trim()}) `;
    default:
      return `${token.tag}(${inside.trim()}) `;
  }
}
const list = (nodes: readonly Node[]): string => nodes.map(told).join("");
const blocks = (nodes: readonly Node[]): string => list(nodes).trim();

test.each([
  [
    "# Goal\n\nGet the skeleton running.\n\n- [ ] CI\n- [x] repo",
    "h1(Goal) p(Get the skeleton running.) ul(open(CI) done(repo))",
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
    "p(<strong bold <em both>> and <em it> and snake_case_name)",
  ],
  ["これは**「強調」**です", "p(これは<strong 「強調」>です)"],
  ["~~gone~~ ~one~", "p(<s gone> ~one~)"],
  ["2 * 3 * 4 and *open", "p(2 * 3 * 4 and *open)"],
  ["`a*b*` and ``x ` y`` and `open", "p(<code a*b*> and <code x ` y> and `open)"],
  ["\\*not\\* \\`code\\`", "p(*not* `code`)"],
  ['[text *it*](https://a.example/x_(y) "t")', "p(<link https://a.example/x_(y) text <em it>>)"],
  ["[a [b](c.md) d](e.md)", "p([a <link c.md b> d](e.md))"],
  ["![picture](img.png)", "p(<image img.png picture>)"],
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
  ["> a\nlazy\n> - b", "blockquote(p(a\nlazy) ul(li(b)))"],
  ["- a\n  - b\n    - c\n- d", "ul(li(a ul(li(b ul(li(c))))) li(d))"],
  ["3. three\n4. four\n\n   more", "ol3(li(p(three)) li(p(four) p(more)))"],
  ["- a\n\n- b", "ul(li(p(a)) li(p(b)))"],
  ["text\n- item", "p(text) ul(li(item))"],
  ["in 2026\n12. stays", "p(in 2026\n12. stays)"],
  ["***\n- - -", "hr hr"],
  ["| a | b |\n|---|:-:|\n| 1 | x \\| y |\n| 2 |", "table(thead(tr(a | centred b |)) tbody(tr(1 | centred x | y |) tr(2 | centred  |)))"],
  ["[x](file:///etc/passwd) [y](<a b.md>)", "p([x](file:///etc/passwd) <link a b.md y>)"],
  ["--- 2026-11-21T02:57:17 Maya Ito \nsigned", "stamp(2026-11-21T02:57:17 Maya Ito) p(signed)"],
  ["> --- 2026-11-21T02:57:17\n> quoted", "blockquote(stamp(2026-11-21T02:57:17) p(quoted))"],
  ["&lt;b&gt; &amp;copy;", "p(<b> &copy;)"],
  ["a | b\nnot a table", "p(a | b\nnot a table)"],
  ["", ""],
])("%j", (text, expected) => {
  expect(blocks(parseMarkdown(text))).toBe(expected);
});

test("every word is shown whatever the markup", () => {
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
