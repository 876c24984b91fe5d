// Says in a column why the dragged cards may not enter it. It alone is rendered again during a drag.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Status } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { useBoard } from "../actions/actions.ts";

export function ClosedMark({ status }: { status: Status }) {
  const { state } = useBoard();
  const reason = state.drag.value === null ? undefined : state.closedColumns.value[status];
  const mark = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (mark.current === null ? undefined : keepInView(mark.current)), [reason]);
  if (reason === undefined) return null;
  return (
    <div class="closed-mark" ref={mark}>
      <p>
        <Icon name="circle-slash" />
        <span>{reason}</span>
      </p>
    </div>
  );
}

/** Limits the mark to the visible part of its column, so that the board's edge cuts no words. */
function keepInView(mark: HTMLElement): (() => void) | undefined {
  const { parentElement: cell } = mark;
  const board = mark.closest(".board");
  if (cell === null || board === null) return undefined;
  const fit = (): void => {
    const [column, view] = [cell.getBoundingClientRect(), board.getBoundingClientRect()];
    mark.style.left = `${Math.max(0, view.left - column.left)}px`;
    mark.style.right = `${Math.max(0, column.right - view.right)}px`;
  };
  fit();
  board.addEventListener("scroll", fit, { passive: true });
  return () => board.removeEventListener("scroll", fit);
}
