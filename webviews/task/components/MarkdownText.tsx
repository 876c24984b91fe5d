// Markdown as elements, made one by one from what the parser found; no text ever becomes markup.
import { t } from "@vscode/l10n";
import { Fragment } from "preact";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { moment } from "../../shared/dates.ts";
import { Icon } from "../../shared/components/Icon.tsx";
import { useEditor } from "../editor.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import type { Block, Inline, ListItem } from "../markdown/syntax.ts";

export function MarkdownText({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  if (blocks.length === 0) return <p class="muted">{t("No notes yet.")}</p>;
  return (
    <div class="markdown">
      <Blocks blocks={blocks} />
    </div>
  );
}

function Blocks({ blocks, tight = false }: { blocks: readonly Block[]; tight?: boolean }) {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} tight={tight} />
      ))}
    </>
  );
}

/** Headings begin below the page's own. */
const headings = ["h3", "h4", "h5", "h6", "h6", "h6"] as const;

function BlockView({ block, tight }: { block: Block; tight: boolean }) {
  const { state } = useEditor();
  switch (block.kind) {
    case "heading": {
      const Heading = headings[block.level - 1] ?? "h6";
      return (
        <Heading class={`level-${block.level}`}>
          <Inlines nodes={block.children} />
        </Heading>
      );
    }
    case "paragraph":
      return tight ? (
        <Inlines nodes={block.children} />
      ) : (
        <p>
          <Inlines nodes={block.children} />
        </p>
      );
    case "code":
      return (
        <pre
          tabIndex={0}
          aria-label={block.info === "" ? t("Code") : t("Code: {info}", { info: block.info })}
          role="group"
        >
          <code>{block.text}</code>
        </pre>
      );
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case "list":
      return block.start === null ? (
        <ul class={block.items.some(({ checked }) => checked !== null) ? "checks" : ""}>
          <Items items={block.items} tight={block.tight} />
        </ul>
      ) : (
        <ol start={block.start}>
          <Items items={block.items} tight={block.tight} />
        </ol>
      );
    case "table":
      return (
        <div class="table-frame" tabIndex={0} role="group" aria-label={t("Table")}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, column) => (
                  <th key={column} scope="col" class={`to-${block.alignments[column] ?? "start"}`}>
                    <Inlines nodes={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column} class={`to-${block.alignments[column] ?? "start"}`}>
                      <Inlines nodes={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "rule":
      return <hr />;
    case "stamp":
      return <p class="stamp">{moment(inUtc(block.at), state.reading.value.locale)}</p>;
  }
}

/** Stamps in notes are in UTC and mostly do not say so. */
function inUtc(at: string): string {
  return /(?:Z|[-+]\d{2}:?\d{2})$/.test(at) ? at : `${at}Z`;
}

function Items({ items, tight }: { items: readonly ListItem[]; tight: boolean }) {
  return (
    <>
      {items.map(({ checked, blocks }, index) => (
        <li key={index} class={checked === null ? "" : "check"}>
          {checked !== null && (
            <Icon name={checked ? "pass-filled" : "circle-large-outline"} label={checked ? t("Done") : t("To do")} />
          )}
          <div class="item-body">
            <Blocks blocks={blocks} tight={tight} />
          </div>
        </li>
      ))}
    </>
  );
}

function Inlines({ nodes }: { nodes: readonly Inline[] }) {
  return (
    <>
      {nodes.map((node, index) => (
        <Fragment key={index}>{inline(node)}</Fragment>
      ))}
    </>
  );
}

function inline(node: Inline): ComponentChildren {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return <code>{node.text}</code>;
    case "strong":
      return (
        <strong>
          <Inlines nodes={node.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines nodes={node.children} />
        </em>
      );
    case "strike":
      return (
        <s>
          <Inlines nodes={node.children} />
        </s>
      );
    case "link":
      return (
        <TextLink target={node.target}>
          <Inlines nodes={node.children} />
        </TextLink>
      );
    case "break":
      return <br />;
  }
}

/** Flows with the text, which a button would not. It has no address of its own: the host decides what is opened. */
function TextLink({ target, children }: { target: string; children: ComponentChildren }) {
  const { actions } = useEditor();
  const open = (event: Event): void => {
    event.preventDefault();
    void actions.openLink(target, "notes");
  };
  return (
    <span
      class="text-link"
      role="link"
      tabIndex={0}
      title={target}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === "Enter") open(event);
      }}
    >
      {children}
    </span>
  );
}
