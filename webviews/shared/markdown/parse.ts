// Parses Markdown to a tree of tokens, with two extensions: check boxes, and timestamps above
// appended notes. HTML is treated as text. Links keep their target; the host decides what it opens.
import MarkdownIt from "markdown-it";
import type { StateBlock, StateCore, Token } from "markdown-it";
import cjkFriendly from "markdown-it-cjk-friendly";

export interface Node {
  token: Token;
  children: Node[];
}

/** State of an item's check box, in its token's `meta`. */
export interface Check {
  checked: boolean;
}

const parser = new MarkdownIt({ html: false, linkify: true }).use(cjkFriendly);
parser.validateLink = isSafeTarget;
parser.normalizeLink = (target) => target;
parser.block.ruler.before("hr", "stamp", stamp, { alt: ["paragraph", "blockquote", "list", "table"] });
parser.core.ruler.after("inline", "check", checkBoxes);

export function parseMarkdown(text: string): Node[] {
  return nestTokens(parser.parse(text, {}));
}

/** Returns whether a link is rendered; the host checks again before it opens one. */
function isSafeTarget(target: string): boolean {
  return /^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/iu.test(target.trim());
}

function nestTokens(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting < 0) open.pop();
    else {
      const node: Node = { token, children: nestTokens(token.children ?? []) };
      open.at(-1)?.push(node);
      if (token.nesting > 0) open.push(node.children);
    }
  }
  return root;
}

/** The line above each comment: `--- 2026-11-21T02:57:17`, where a person wrote it with the name. */
function stamp(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  const text = state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const [, at, author = ""] = /^--- (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?\S{0,40})(?: ([^\n]{1,80}))?[ \t]*$/u.exec(text) ?? [];
  if (at === undefined) return false;
  if (!silent) {
    const token = state.push("stamp", "p", 0);
    token.content = at;
    token.info = author.trim();
  }
  state.line = line + 1;
  return true;
}

function checkBoxes({ tokens }: StateCore): void {
  for (const [index, item] of tokens.entries()) {
    const words = item.type === "list_item_open" ? tokens[index + 2]?.children?.[0] : undefined;
    const box = words?.type === "text" ? /^\[([ xX])\][ \t]+/u.exec(words.content) : null;
    if (words === undefined || box === null) continue;
    words.content = words.content.slice(box[0].length);
    item.meta = { checked: box[1] !== " " } satisfies Check;
  }
}
