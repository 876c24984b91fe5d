// A document with its text, its tasks and the state of its review.
import { t } from "@vscode/l10n";
import type { LibraryDocument } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { Facts } from "../../shared/listPage/Facts.tsx";
import { RelatedTasks } from "../../shared/listPage/RelatedTasks.tsx";
import { MarkdownText } from "../../shared/markdown/MarkdownText.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { useLibrary } from "../state/actions.ts";
import { Requirements } from "./Requirements.tsx";
import { documentTypeName } from "./texts.ts";

/** Most documents begin with their title as a heading, which the page shows already. */
function withoutTitle(body: string, title: string): string {
  const first = /^\s*#[ \t]+(.+?)[ \t]*(?:\r?\n|$)/u.exec(body);
  return first?.[1] === title ? body.slice(first[0].length) : body;
}

export function DocumentPane({ document }: { document: LibraryDocument }) {
  const { state, actions } = useLibrary();
  const { id, slug, title, docType, tags, tasks, requirements, drifted, review, updatedAt, path } = document;
  const locale = state.locale.value;
  const body = state.text.value?.path === path ? state.text.value.text : null;
  return (
    <article class="detail" aria-label={title || slug}>
      <header>
        <h2 dir="auto">{title || slug}</h2>
        <div class="page-toolbar" role="toolbar" aria-label={t("Document")}>
          <Button kind="secondary" icon="go-to-file" onClick={() => void actions.openFile(path)}>
            {t("Open the file")}
          </Button>
        </div>
      </header>
      <Facts
        facts={[
          [t("Type"), documentTypeName(docType)],
          [t("Tags"), tags.join(", ")],
          [t("Review"), review === null ? "" : t("{done} of {total} verified", { done: review.done, total: review.total })],
          [t("Updated"), updatedAt && timeText(updatedAt, locale)],
          [t("Name"), slug],
          [t("ID"), id],
        ]}
      />
      {drifted && (
        <div class="banner" role="note">
          <Icon name="info" />
          {t("The text was edited by hand since a program saved the document.")}
        </div>
      )}
      <RelatedTasks tasks={tasks} openTask={(task) => void actions.openTask(task)} />
      <Requirements requirements={requirements} openTask={(task) => void actions.openTask(task)} />
      {body !== null && (
        <MarkdownText text={withoutTitle(body, title)} empty={t("The document has no text.")} locale={locale} openLink={(target) => void actions.openLink(target)} />
      )}
    </article>
  );
}
