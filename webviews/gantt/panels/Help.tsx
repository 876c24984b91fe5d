// What the mouse and the keys do in the chart.
import { t } from "@vscode/l10n";
import { gestures } from "../gestures.ts";

export function Help() {
  return (
    <div class="help" tabIndex={0} role="group" aria-label={t("Keys and gestures")}>
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
