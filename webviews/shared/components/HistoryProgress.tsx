// Says that the activity log is being read.
import { t } from "@vscode/l10n";

/** `percent` is the part that was read; null if it is not being read. */
export function HistoryProgress({ percent }: { percent: number | null }) {
  if (percent === null) return null;
  const text = t("The history is being read: {0}%", percent);
  return (
    <div class="banner history-progress">
      <span aria-hidden="true">{text}</span>
      <progress max={100} value={percent} aria-label={text} />
    </div>
  );
}
