// The task's dependencies, with a search that adds one. The host decides whether a dependency is
// allowed.
import { t } from "@vscode/l10n";
import { useRef, useState } from "preact/hooks";
import type { TaskName } from "../../contract/generated/protocol.ts";
import { useEditor } from "../state/context.ts";
import { Combobox } from "./Combobox.tsx";
import { FieldFrame, noticeId } from "./FieldFrame.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { dependencyText, isPlain } from "../../shared/text/dependencyKinds.ts";
import { StatusIcon } from "../../shared/components/Icons.tsx";
import { TaskLine } from "./TaskLine.tsx";

export function DependenciesField() {
  const { state, actions } = useEditor();
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly TaskName[]>([]);
  const newest = useRef(0);
  const dependencies = state.task.value?.dependencies ?? [];
  const readOnly = state.readOnly.value !== null;
  const notice = state.notices.value.dependencies;
  const { locale } = state.fieldContext.value;

  const search = async (typed: string): Promise<void> => {
    setText(typed);
    const turn = (newest.current += 1);
    if (typed.trim() === "") actions.dismiss("dependencies");
    const tasks = typed.trim() === "" ? [] : await actions.searchDependencies(typed.trim());
    if (turn === newest.current) setFound(tasks);
  };

  const add = async (id: string): Promise<void> => {
    newest.current += 1;
    setFound([]);
    setText(id);
    if (await actions.changeList("dependencies", { add: [id] })) setText("");
  };

  const suggestions = found.map((task) => ({
    key: task.id,
    content: (
      <>
        <StatusIcon status={task.status} named />
        <span class="task-id">{task.id}</span>
        <span class="suggestion-text">{task.title}</span>
      </>
    ),
  }));

  return (
    <FieldFrame place="dependencies" label={t("Waits for")} control={readOnly ? null : "new-dependency"}>
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
        <Combobox
          id="new-dependency"
          text={text}
          suggestions={suggestions}
          listLabel={t("Tasks")}
          placeholder={t("Search by ID or title")}
          invalid={notice !== undefined && notice.kind !== "warning"}
          describedBy={notice && noticeId("dependencies")}
          onText={(typed) => void search(typed)}
          onPick={(id) => void add(id)}
          onEnter={(typed) => void (typed.trim() !== "" && add(typed.trim()))}
          onEscape={() => void search("")}
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
