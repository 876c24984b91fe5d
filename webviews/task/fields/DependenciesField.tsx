// The task's dependencies, with a search that adds one. The host decides whether a dependency is
// allowed.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import { useEditor } from "../state/actions.ts";
import { TaskCombobox } from "../../shared/combobox/TaskCombobox.tsx";
import { FieldFrame, noticeId } from "./FieldFrame.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { dependencyText, isPlain } from "../../shared/text/dependencyKinds.ts";
import { TaskLine } from "./TaskLine.tsx";

export function DependenciesField() {
  const { state, actions } = useEditor();
  const [text, setText] = useState("");
  const dependencies = state.task.value?.dependencies ?? [];
  const readOnly = state.readOnly.value !== null;
  const notice = state.notices.value.dependencies;
  const { locale } = state.fieldContext.value;

  const type = (typed: string): void => {
    setText(typed);
    if (typed.trim() === "") actions.dismiss("dependencies");
  };

  const add = async (id: string): Promise<void> => {
    setText(id);
    if (await actions.changeList("dependencies", { add: [id] })) setText("");
  };

  const addTyped = async (typed: string): Promise<void> => {
    const name = typed.trim();
    const found = await actions.searchDependencies(name);
    const task = found.find(({ id }) => id === name) ?? found.find(({ title }) => title === name);
    if (task === undefined) actions.refuse("dependencies", t("No task has the ID or the title “{0}”.", name));
    else await add(task.id);
  };

  return (
    <FieldFrame place="dependencies" control={readOnly ? null : "new-dependency"}>
      {dependencies.length > 0 && (
        <ul class="lines">
          {dependencies.map(({ id, task, ...link }) => (
            <li key={id}>
              {task === null ? (
                <span class="task-line">
                  <span class="codicon codicon-warning warning-icon" role="img" aria-label={t("Warning")} />
                  <span>
                    <span class="task-id">{id}</span> {t("This task does not exist.")}
                  </span>
                </span>
              ) : (
                <TaskLine task={task} />
              )}
              {!isPlain(link) && <span class="muted line-note">{dependencyText(link, locale)}</span>}
              {!readOnly && (
                <Button
                  icon="close"
                  class="line-action"
                  label={t("Remove dependency on {id}", { id })}
                  onClick={() => void actions.changeList("dependencies", { remove: [id] })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {readOnly ? (
        dependencies.length === 0 && <p class="muted">{t("None")}</p>
      ) : (
        <TaskCombobox
          id="new-dependency"
          text={text}
          invalid={notice !== undefined && notice.kind !== "warning"}
          describedBy={notice && noticeId("dependencies")}
          search={actions.searchDependencies}
          onText={type}
          onPick={({ id }) => void add(id)}
          onEnter={(typed) => void addTyped(typed)}
          onEscape={() => type("")}
        />
      )}
    </FieldFrame>
  );
}

/** The tasks that depend on this one. */
export function DependentsField() {
  const { state } = useEditor();
  const dependents = state.task.value?.dependents ?? [];
  if (dependents.length === 0) return null;
  return (
    <div class="field-frame" role="group" aria-labelledby="dependents-label">
      <span class="field-label" id="dependents-label">
        {t("Dependent tasks")}
      </span>
      <ul class="lines">
        {dependents.map((task) => (
          <li key={task.id}>
            <TaskLine task={task} />
          </li>
        ))}
      </ul>
    </div>
  );
}
