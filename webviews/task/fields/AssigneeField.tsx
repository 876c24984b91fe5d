// Field for the assignee: configured people first, then names used by other tasks, or any other
// name.
import { t } from "@vscode/l10n";
import { useEditor } from "../state/actions.ts";
import { nameOf } from "../../contract/people/assignees.ts";
import { displayText } from "../state/state.ts";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { Combobox } from "../../shared/combobox/Combobox.tsx";
import { FieldFrame, noticeId } from "./FieldFrame.tsx";
import { Button } from "../../shared/components/Button.tsx";

export function AssigneeField() {
  const { state, actions } = useEditor();
  const text = displayText(state, "assignee");
  const draft = state.drafts.value.assignee;
  const notice = state.notices.value.assignee;
  const { assignees } = state.fieldContext.value;
  const readOnly = state.readOnly.value !== null;
  const current = assignees.find(({ key }) => nameOf(key, assignees) === text);

  const typed = draft === undefined ? "" : text.toLowerCase();
  const suggestions = assignees
    .filter(({ key, name }) => key.toLowerCase().includes(typed) || name.toLowerCase().includes(typed))
    .map((assignee) => ({
      key: nameOf(assignee.key, assignees),
      content: (
        <>
          <Avatar name={assignee.name} color={assignee.color} id={assignee.key} kind={assignee.kind} named={false} />
          <span class="suggestion-text">{assignee.name}</span>
          {assignee.name !== assignee.key && <span class="faint">{assignee.key}</span>}
        </>
      ),
    }));

  return (
    <FieldFrame place="assignee">
      <div class="control-row">
        {current !== undefined && <Avatar name={current.name} color={current.color} id={current.key} kind={current.kind} named={false} />}
        <Combobox
          id="assignee"
          text={text}
          suggestions={suggestions}
          listLabel={t("People")}
          placeholder={t("Unassigned")}
          readOnly={readOnly}
          invalid={notice !== undefined && notice.kind !== "warning"}
          describedBy={notice === undefined && draft?.theirs === undefined ? undefined : noticeId("assignee")}
          onText={(value) => actions.type("assignee", value)}
          onPick={(name) => void actions.choose("assignee", name)}
          onEnter={() => void actions.flush("assignee", true)}
          onLeave={() => void actions.leave("assignee")}
          onEscape={() => void actions.revert("assignee")}
        />
        {text !== "" && !readOnly && (
          <Button icon="close" label={t("Clear the assignee")} onClick={() => void actions.choose("assignee", "")} />
        )}
      </div>
    </FieldFrame>
  );
}
