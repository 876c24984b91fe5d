// When work may be finished, in plain words: a date that half of the simulated courses keep is possible,
// one that 85% keep is likely. Pure.
import { t } from "@vscode/l10n";
import type { Forecast } from "../../contract/generated/protocol.ts";

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
