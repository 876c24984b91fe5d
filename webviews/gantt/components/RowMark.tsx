// Shows where carried rows would land: a line between rows, or a frame around the one whose subtasks they would become.
import { useGantt } from "../context.ts";
import { lineHeight } from "../scene.ts";

export function RowMark() {
  const { state } = useGantt();
  const carried = state.carried.value;
  if (carried?.kind !== "rows" || carried.goal === null) return null;
  const { line, inside, depth } = carried.goal;
  return (
    <div
      aria-hidden="true"
      class={inside ? "row-goal inside" : "row-goal"}
      style={{ top: `${line * lineHeight - (inside ? 0 : 1)}px`, "--depth": depth }}
    />
  );
}
