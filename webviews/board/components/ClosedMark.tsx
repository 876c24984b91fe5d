// Says in a column why the dragged cards may not enter it. It alone is rendered again during a drag.
import type { Status } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { useBoard } from "../actions/context.ts";

export function ClosedMark({ status }: { status: Status }) {
  const { state } = useBoard();
  const reason = state.drag.value === null ? undefined : state.closedColumns.value[status];
  if (reason === undefined) return null;
  return (
    <div class="closed-mark">
      <p>
        <Icon name="circle-slash" />
        <span>{reason}</span>
      </p>
    </div>
  );
}
