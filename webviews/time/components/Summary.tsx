// The sums of all shown entries.
import { t } from "@vscode/l10n";
import { ActorIcon } from "../../shared/components/Icons.tsx";
import { clockDuration } from "../../contract/time/duration.ts";
import { useTime } from "../state/actions.ts";
import { totalOf } from "../rules/totals.ts";

export function Summary() {
  const { total } = useTime().state.totals.value;
  return (
    <dl class="time-summary">
      <div>
        <dt>{t("Total")}</dt>
        <dd class="summary-total">{clockDuration(totalOf(total))}</dd>
      </div>
      <div>
        <dt>
          <ActorIcon kind="human" /> {t("By people")}
        </dt>
        <dd>{clockDuration(total.people)}</dd>
      </div>
      <div>
        <dt>
          <ActorIcon kind="agent" /> {t("By agents")}
        </dt>
        <dd>{clockDuration(total.agents)}</dd>
      </div>
    </dl>
  );
}
