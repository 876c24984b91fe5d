// When the task was created, changed and completed.
import { t } from "@vscode/l10n";
import { moment } from "../../shared/dates.ts";
import { useEditor } from "../editor.ts";

export function Stamps() {
  const { state } = useEditor();
  const task = state.task.value;
  if (task === null) return null;
  const { locale } = state.reading.value;
  const stamps = [
    { label: t("Created"), at: task.createdAt },
    { label: t("Updated"), at: task.updatedAt },
    { label: t("Completed"), at: task.completedAt },
  ].filter(({ at }) => at !== "");
  return (
    <dl class="stamps">
      {stamps.map(({ label, at }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <time dateTime={at}>{moment(at, locale)}</time>
          </dd>
        </div>
      ))}
    </dl>
  );
}
