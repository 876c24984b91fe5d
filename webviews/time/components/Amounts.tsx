// A duration that people and agents share: all of it, and below it the part of agents.
import { t } from "@vscode/l10n";
import { Icon } from "../../shared/components/Icons.tsx";
import { actorIcons } from "../../contract/texts/texts.ts";
import { clockDuration } from "../../contract/time/duration.ts";
import { totalOf } from "../rules/totals.ts";
import type { Amount } from "../rules/totals.ts";

/** Decorative: beside it stands a text for screen readers. */
export function AmountFigure({ amount }: { amount: Amount }) {
  const { people, agents } = amount;
  const icon = <Icon name={actorIcons.agent} class="actor-icon agent" />;
  return (
    <span class="amount" aria-hidden="true">
      <span class="amount-all">
        {people === 0 && agents > 0 && icon}
        {clockDuration(totalOf(amount))}
      </span>
      {people > 0 && agents > 0 && (
        <span class="amount-agents">
          {icon}
          {clockDuration(agents)}
        </span>
      )}
    </span>
  );
}

/** For example "1:30, of it agents 0:45". */
export function amountText(amount: Amount): string {
  const { people, agents } = amount;
  const all = clockDuration(totalOf(amount));
  if (agents === 0) return all;
  return people === 0 ? t("{time} by agents", { time: all }) : t("{time}, of it agents {agents}", { time: all, agents: clockDuration(agents) });
}
