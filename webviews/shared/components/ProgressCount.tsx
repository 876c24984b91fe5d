// "3/5" with an icon that says of what.
import type { Progress } from "../../contract/generated/protocol.ts";
import { Icon } from "./Icon.tsx";

/** `label` says it in words: "3 of 5 done criteria". Nothing is drawn when there is nothing to count. */
export function ProgressCount({ icon, progress, label }: { icon: string; progress: Progress; label: string }) {
  const { done, total } = progress;
  if (total === 0) return null;
  return (
    <span class={done === total ? "progress complete" : "progress"} role="img" aria-label={label} title={label}>
      <Icon name={icon} />
      {done}/{total}
    </span>
  );
}
