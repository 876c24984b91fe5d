// When work may be finished, in plain words: a date that half of the simulated courses keep is possible,
// one that 85% keep is likely. Pure.
import { t } from "@vscode/l10n";
import type { Forecast } from "../../contract/generated/protocol.ts";
import { countText } from "./numbers.ts";

type ForecastDays = Pick<Forecast, "p50" | "p85">;

/** For example "Possible by 3 Dec, likely by 11 Dec"; empty without a forecast. */
export function forecastText({ p50, p85 }: ForecastDays, dayText: (day: number) => string): string {
  if (p50 === null) return "";
  if (p85 === null) return t("Possible by {0}", dayText(p50));
  if (p85 === p50) return t("Likely by {0}", dayText(p85));
  return t("Possible by {0}, likely by {1}", dayText(p50), dayText(p85));
}

/** Says what the words of a forecast mean, for tooltips and screen readers; empty without a forecast. */
export function forecastMeaning({ p50, p85 }: ForecastDays, dayText: (day: number) => string): string {
  if (p50 === null) return "";
  if (p85 === null) return t("Simulated from the pace so far: 50% of the courses are finished by {0}.", dayText(p50));
  return t("Simulated from the pace so far: 50% of the courses are finished by {0}, 85% by {1}.", dayText(p50), dayText(p85));
}

/** Says in one sentence when all open tasks may be done, and how sure that is; empty without a forecast. */
export function outlookSentence({ p50, p85 }: ForecastDays, dayText: (day: number) => string): string {
  if (p50 === null) return "";
  if (p85 === null) return t("All open tasks are possibly done by {0} (50% sure).", dayText(p50));
  if (p85 === p50) return t("All open tasks are likely done by {0} (85% sure).", dayText(p85));
  return t("All open tasks are possibly done by {0} (50% sure), and likely by {1} (85% sure).", dayText(p50), dayText(p85));
}

/** Says in one sentence what has changed since last week; empty if the project is younger. */
export function weekSentence({ week, p85 }: Pick<Forecast, "week" | "p85">, locale: string): string {
  if (week === null) return "";
  const { doneTasks, scopeChange } = week;
  const parts = [
    doneTasks === 1 ? t("1 task done") : t("{0} tasks done", countText(doneTasks, locale)),
    ...(scopeChange === 0 ? [] : [scopeChange > 0 ? t("{0} added", countText(scopeChange, locale)) : t("{0} removed", countText(-scopeChange, locale))]),
    ...(p85 === null || week.p85 === null ? [] : [shiftText(p85 - week.p85, locale)]),
  ];
  return t("Since last week: {0}.", parts.join(", "));
}

/** Says by how many days the likely end has moved. */
function shiftText(days: number, locale: string): string {
  if (days === 0) return t("the likely day is the same");
  const count = Math.abs(days);
  if (days > 0) return count === 1 ? t("1 day later") : t("{0} days later", countText(count, locale));
  return count === 1 ? t("1 day earlier") : t("{0} days earlier", countText(count, locale));
}
