// What is wrong with the task's files, and what can be done about it.
import { t } from "@vscode/l10n";
import type { Problem } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icon.tsx";
import { say } from "../../shared/text.ts";
import { useEditor } from "../editor.ts";

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
              <p>{say(problem.text)}</p>
              <div class="problem-actions">
                {canRepair &&
                  problem.repairs.map(({ title, command }) => (
                    <Button kind="secondary" key={title.template} onClick={() => void actions.carryOut({ kind: "repair", repairs: [command] })}>
                      {say(title)}
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
