// The bar that starts a timer: it asks for the task.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import { TaskCombobox } from "../../shared/combobox/TaskCombobox.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { useTime } from "../state/actions.ts";

const FIELD = "start-task";

export function StartBar() {
  const { state, actions } = useTime();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  if (!state.canStart.value) return null;
  const label = t("What are you working on?");
  const start = (id: string): void => {
    setText("");
    setProblem(null);
    actions.startTimer(id);
  };
  /** Starts the task that was typed, if only one matches. */
  const startTyped = async (typed: string): Promise<void> => {
    const found = typed === "" ? [] : await actions.search(typed);
    const [first] = found.filter(({ id }) => id === typed.split(" ", 1)[0]);
    const task = first ?? (found.length === 1 ? found[0] : undefined);
    if (task !== undefined) start(task.id);
    else {
      setProblem(typed === "" ? null : found.length === 0 ? t("No task matches.") : t("Choose a task."));
      document.getElementById(FIELD)?.focus();
    }
  };
  return (
    <form
      class="start-bar"
      aria-label={t("Start a timer")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void startTyped(text.trim());
      }}
    >
      <Icon name="watch" />
      <label class="visually-hidden" for={FIELD}>
        {label}
      </label>
      <TaskCombobox
        id={FIELD}
        text={text}
        placeholder={label}
        invalid={problem !== null}
        describedBy={problem === null ? undefined : "start-problem"}
        search={actions.search}
        onText={(typed) => {
          setText(typed);
          setProblem(null);
        }}
        onPick={({ id }) => start(id)}
        onEnter={(typed) => void startTyped(typed)}
        onEscape={() => setText("")}
      />
      <Button kind="secondary" icon="play" submits>
        {t("Start Timer")}
      </Button>
      {problem !== null && (
        <p class="field-hint problem" id="start-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
