// The scores of the last handovers, above the list.
import { t } from "@vscode/l10n";
import { Sparkline } from "../../shared/charts/Sparkline.tsx";
import { useSessions } from "../state/actions.ts";

/** The trend is about recent handovers, and has the width of a word. */
const MAX_SCORES = 30;

export function ScoreTrend() {
  const { state } = useSessions();
  const all = state.snapshot.value?.sessions.sessions ?? [];
  const scores = all
    .flatMap(({ score }) => score ?? [])
    .slice(0, MAX_SCORES)
    .toReversed();
  const last = scores.at(-1);
  if (last === undefined) return null;
  return (
    <p class="score-trend" title={t("Scores of the last handovers, oldest first: {scores}", { scores: scores.join(", ") })}>
      <span>{t("Handover score")}</span>
      <Sparkline values={scores} tone="blue" />
      <span class="score-percent">{last}</span>
      <span class="visually-hidden">{t("Scores of the last handovers, oldest first: {scores}", { scores: scores.join(", ") })}</span>
    </p>
  );
}
