// What the mouse and the keys do in the chart.
import { t } from "@vscode/l10n";

export function Help() {
  return (
    <div class="help">
      <h2>{t("Keys and gestures")}</h2>
      <dl>
        {gestures().map(([how, what]) => (
          <div key={how}>
            <dt>{how}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function gestures(): [how: string, what: string][] {
  return [];
}
