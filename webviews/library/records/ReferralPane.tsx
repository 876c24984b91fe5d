// A referral: a request from another project.
import { t } from "@vscode/l10n";
import type { LibraryReferral } from "../../contract/generated/protocol.ts";
import { referralStatuses } from "../../contract/library.ts";
import { oneOf } from "../../contract/validate.ts";
import { priorities } from "../../contract/generated/values.ts";
import { Button } from "../../shared/components/Button.tsx";
import { StatusIcon } from "../../shared/components/Icons.tsx";
import { Facts } from "../../shared/listPage/Facts.tsx";
import { Section } from "../../shared/listPage/Section.tsx";
import { MarkdownText } from "../../shared/markdown/MarkdownText.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { priorityName } from "../../shared/text/names.ts";
import { useLibrary } from "../state/actions.ts";
import { referralStatusName, referralTypeName } from "./texts.ts";

const isStatus = oneOf(referralStatuses);
const isPriority = oneOf(priorities);

export function ReferralPane({ referral }: { referral: LibraryReferral }) {
  const { state, actions } = useLibrary();
  const { id, summary, details, sourceProject, referralType, priority, createdAt, tasks, path } = referral;
  const locale = state.locale.value;
  const readOnly = state.readOnly.value;
  return (
    <article class="detail" aria-label={summary || id}>
      <header>
        <h2 dir="auto">{summary || id}</h2>
        <div class="page-toolbar" role="toolbar" aria-label={t("Referral")}>
          <StatusChoice referral={referral} />
          {!readOnly && (
            <Button kind="primary" icon="reply" onClick={() => void actions.answer(id)}>
              {t("Answer…")}
            </Button>
          )}
          <Button icon="go-to-file" label={t("Open the file")} onClick={() => void actions.openFile(path)} />
        </div>
      </header>
      <Facts
        facts={[
          [t("From project"), sourceProject],
          [t("Type"), referralTypeName(referralType)],
          [t("Priority"), isPriority(priority) ? priorityName(priority) : priority],
          [t("Created"), createdAt && timeText(createdAt, locale)],
          [t("ID"), id],
        ]}
      />
      <MarkdownText text={details} empty={t("The referral has no details.")} locale={locale} openLink={(target) => void actions.openLink(target)} />
      <Section title={t("Proposed tasks")} count={tasks.length}>
        <ul class="entries">
          {tasks.map(({ title, task }, at) => (
            <li key={at} class="proposal">
              <span dir="auto">{title}</span>
              {task === null ? (
                !readOnly && (
                  <Button kind="secondary" icon="add" label={t("Create Task: {title}", { title })} onClick={() => void actions.createProposed(referral, at)}>
                    {t("Create Task")}
                  </Button>
                )
              ) : (
                <Button kind="link" onClick={() => void actions.openTask(task.id)}>
                  <StatusIcon status={task.status} named />
                  <span class="task-id">{task.id}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </article>
  );
}

function StatusChoice({ referral }: { referral: LibraryReferral }) {
  const { state, actions } = useLibrary();
  const { status } = referral;
  // The name of the file may contain any word as the status.
  const choices: readonly string[] = isStatus(status) ? referralStatuses : [status, ...referralStatuses];
  return (
    <select
      class="field referral-status"
      aria-label={t("Status")}
      value={status}
      disabled={state.readOnly.value}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value;
        // The next snapshot shows what the file says.
        currentTarget.value = status;
        if (isStatus(chosen)) void actions.setStatus(referral, chosen);
      }}
    >
      {choices.map((value) => (
        <option key={value} value={value}>
          {referralStatusName(value)}
        </option>
      ))}
    </select>
  );
}
