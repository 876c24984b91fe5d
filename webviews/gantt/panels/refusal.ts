// A refusal is told at its row; a panel that has its own place for it takes it from there.
import type { GanttState } from "../state.ts";

export function takeRefusal({ notice }: GanttState): string | null {
  const text = notice.peek()?.text ?? null;
  notice.value = null;
  return text;
}
