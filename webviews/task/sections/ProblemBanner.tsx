// Problems of the task's files with their repairs, and the message for a deleted task.
import { t } from "@vscode/l10n";
import type { Problem } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { translateText } from "../../shared/text/names.ts";
import { useEditor } from "../state/actions.ts";

export function ProblemBanner() {
  const { state, actions } = useEditor();
  const problems = state.task.value?.problems ?? [];
  if (problems.length === 0) return null;
  const canRepair = state.snapshot.value?.readOnly === null;
  return (
    <section class="problems" aria-label={t("Problems")}>
      <ul>
        {problems.map((problem, index) => (
          <li key={index} class={`problem-${problem.severity}`}>
            <Icon name={problem.severity === "information" ? "info" : problem.severity} label={severityName(problem)} />
            <div>
              <p>{translateText(problem.text)}</p>
              <div class="problem-actions">
                {canRepair &&
                  problem.repairs.map(({ title, command }) => (
                    <Button kind="secondary" key={title.template} onClick={() => void actions.carryOut({ kind: "repair", repairs: [command] })}>
                      {translateText(title)}
                    </Button>
                  ))}
                <Button kind="link" onClick={() => void actions.openFile()}>
                  {t("Open the file")}
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function severityName({ severity }: Problem): string {
  switch (severity) {
    case "error":
      return t("Error");
    case "warning":
      return t("Warning");
    case "information":
      return t("Information");
  }
}

/** Says that the task was deleted and shows unsaved text. */
export function GoneNotice() {
  const { state } = useEditor();
  const { criterion, subtask, comment } = state.entries.value;
  const words = [...Object.values(state.drafts.value).map((draft) => draft?.text ?? ""), criterion, subtask, comment].filter(
    (text) => text.trim() !== "",
  );
  return (
    <main class="blank">
      <p>{t("This task was deleted, or its file cannot be found.")}</p>
      {words.length > 0 && (
        <>
          <p>{t("Your unsaved text:")}</p>
          {words.map((text, index) => (
            <textarea
              key={index}
              class="field"
              readOnly
              rows={2}
              aria-label={t("Unsaved text {number}", { number: index + 1 })}
              value={text}
            />
          ))}
        </>
      )}
    </main>
  );
}
