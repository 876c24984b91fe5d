// Renders parsed Markdown as elements; text never becomes markup.
import { t } from "@vscode/l10n";
import { Fragment } from "preact";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { createRequiredContext } from "../context.ts";
import { noteTime } from "../text/dates.ts";
import { splitMentions } from "./mentions.ts";
import { parseMarkdown } from "./parse.ts";
import type { Check, Node } from "./parse.ts";

interface Surroundings {
  locale: string;
  /** Opens a web address or a path; the host decides whether it may be opened. */
  openLink: (target: string) => void;
  /** Titles of the tasks that the text may mention, by ID. */
  tasks?: ReadonlyMap<string, string>;
  openTask?: (id: string) => void;
}

const noTasks: ReadonlyMap<string, string> = new Map();

const [MarkdownContext, useSurroundings] = createRequiredContext<Surroundings>("Markdown");

interface Props extends Surroundings {
  text: string;
  /** Shown in place of an empty text. */
  empty: string;
}

export function MarkdownText({ text, empty, ...surroundings }: Props) {
  const nodes = useMemo(() => parseMarkdown(text), [text]);
  if (nodes.length === 0) return <p class="muted">{empty}</p>;
  return (
    <MarkdownContext.Provider value={surroundings}>
      <div class="markdown">
        <Nodes nodes={nodes} />
      </div>
    </MarkdownContext.Provider>
  );
}

function Nodes({ nodes }: { nodes: readonly Node[] }) {
  return (
    <>
      {nodes.map((node, index) => (
        <Fragment key={index}>
          <NodeView node={node} />
        </Fragment>
      ))}
    </>
  );
}

/** Headings start below those of the page. */
const headings = { h1: "h3", h2: "h4", h3: "h5", h4: "h6", h5: "h6", h6: "h6" } as const;
type HeadingTag = keyof typeof headings;

function NodeView({ node }: { node: Node }): ComponentChildren {
  const { locale } = useSurroundings();
  const { token, children } = node;
  const inside = <Nodes nodes={children} />;
  switch (token.type) {
    case "text":
      return <TextWithTasks text={token.content} />;
    case "softbreak":
      return "\n";
    case "hardbreak":
      return <br />;
    case "inline":
      return inside;
    case "strong_open":
      return <strong>{inside}</strong>;
    case "em_open":
      return <em>{inside}</em>;
    case "s_open":
      return <s>{inside}</s>;
    case "code_inline":
      return (
        <code>
          <TextWithTasks text={token.content} />
        </code>
      );
    case "link_open":
      return <TextLink target={attribute(token, "href")}>{inside}</TextLink>;
    case "image":
      return <TextLink target={attribute(token, "src")}>{children.length === 0 ? attribute(token, "src") : inside}</TextLink>;
    case "heading_open": {
      const Heading = headings[token.tag as HeadingTag];
      return <Heading class={`level-${token.tag.slice(1)}`}>{inside}</Heading>;
    }
    case "paragraph_open":
      return token.hidden ? inside : <p>{inside}</p>;
    case "blockquote_open":
      return <blockquote>{inside}</blockquote>;
    case "bullet_list_open":
      return <ul class={children.some(({ token: item }) => item.meta !== null) ? "checks" : ""}>{inside}</ul>;
    case "ordered_list_open":
      return <ol start={Number(token.attrGet("start") ?? 1)}>{inside}</ol>;
    case "list_item_open":
      return <Item check={token.meta as Check | null}>{inside}</Item>;
    case "fence":
    case "code_block":
      return <Code info={token.info.trim()} text={token.content.replace(/\n$/u, "")} />;
    case "table_open":
      return (
        <div class="table-frame" tabIndex={0} role="group" aria-label={t("Table")}>
          <table>{inside}</table>
        </div>
      );
    case "thead_open":
      return <thead>{inside}</thead>;
    case "tbody_open":
      return <tbody>{inside}</tbody>;
    case "tr_open":
      return <tr>{inside}</tr>;
    case "th_open":
      return (
        <th scope="col" class={alignment(node)}>
          {inside}
        </th>
      );
    case "td_open":
      return <td class={alignment(node)}>{inside}</td>;
    case "hr":
      return <hr />;
    case "stamp":
      return <p class="stamp">{[noteTime(token.content, locale), token.info].filter(Boolean).join(" · ")}</p>;
    default:
      return token.content;
  }
}

function attribute(token: Node["token"], name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** The parser returns the alignment as an inline style, which the page's policy forbids. */
function alignment({ token }: Node): string {
  const side = /text-align:(\w+)/u.exec(attribute(token, "style"))?.[1];
  return side === "center" ? "to-center" : side === "right" ? "to-end" : "to-start";
}

function Code({ info, text }: { info: string; text: string }) {
  return (
    <pre tabIndex={0} aria-label={info === "" ? t("Code") : t("Code: {info}", { info })} role="group">
      <code>{text}</code>
    </pre>
  );
}

function Item({ check, children }: { check: Check | null; children: ComponentChildren }) {
  return (
    <li class={check === null ? "" : "check"}>
      {check !== null && (
        <span class={`check-box ${check.checked ? "codicon codicon-check" : ""}`} role="img" aria-label={check.checked ? t("Done") : t("To do")} />
      )}
      <div class="item-body">{children}</div>
    </li>
  );
}

/** The IDs of tasks in it are links. */
function TextWithTasks({ text }: { text: string }) {
  const { tasks = noTasks, openTask } = useSurroundings();
  if (openTask === undefined || tasks.size === 0) return <>{text}</>;
  return (
    <>
      {splitMentions(text, tasks).map((part, index) =>
        part.isId ? (
          <InlineLink key={index} title={tasks.get(part.text) ?? ""} onOpen={() => openTask(part.text)}>
            {part.text}
          </InlineLink>
        ) : (
          part.text
        ),
      )}
    </>
  );
}

/** There are no links in a link. */
function TextLink({ target, children }: { target: string; children: ComponentChildren }) {
  const { tasks: _, ...surroundings } = useSurroundings();
  return (
    <InlineLink title={target} onOpen={() => surroundings.openLink(target)}>
      <MarkdownContext.Provider value={surroundings}>{children}</MarkdownContext.Provider>
    </InlineLink>
  );
}

/** Inline, which a button is not. It has no address: the host decides what is opened. */
function InlineLink({ title, onOpen, children }: { title: string; onOpen: () => void; children: ComponentChildren }) {
  const open = (event: Event): void => {
    event.preventDefault();
    onOpen();
  };
  return (
    <span
      class="text-link"
      role="link"
      tabIndex={0}
      title={title}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === "Enter") open(event);
      }}
    >
      {children}
    </span>
  );
}
