// A link to another task: status, ID and title.
import type { TaskName } from "../../contract/generated/protocol.ts";
import { useEditor } from "../state/actions.ts";
import { Button } from "../../shared/components/Button.tsx";
import { StatusIcon } from "../../shared/components/Icons.tsx";

export function TaskLine({ task }: { task: TaskName }) {
  const { actions } = useEditor();
  return (
    <span class="task-line">
      <StatusIcon status={task.status} named />
      <Button kind="link" class="task-link" onClick={() => void actions.openTask(task.id)}>
        <span class="task-id">{task.id}</span>
        <span class="task-title">{task.title}</span>
      </Button>
    </span>
  );
}
