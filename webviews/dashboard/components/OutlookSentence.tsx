// One sentence on top: when all will be done, how sure that is, and what has changed since last week.
import { t } from "@vscode/l10n";
import { Explained } from "../../shared/components/Explained.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { shortDay } from "../../shared/text/dates.ts";
import { forecastMeaning, outlookSentence, weekSentence } from "../../shared/text/forecast.ts";
import { noLocale } from "../../shared/text/language.ts";
import { translateText } from "../../shared/text/names.ts";
import { dateOf } from "../../shared/time/days.ts";
import { useDashboard } from "../state/actions.ts";

export function OutlookSentence() {
  const { state } = useDashboard();
  const past = state.past.value;
  return (
    <p class="outlook" aria-busy={past === null || undefined}>
      <Icon name="telescope" /> {past !== null && state.locale.value !== noLocale && <Sentence />}
    </p>
  );
}

function Sentence() {
  const { state } = useDashboard();
  const { forecast, notice } = state.past.value?.history ?? {};
  const locale = state.locale.value;
  const { today = "" } = state.snapshot.value ?? {};
  if (forecast == null) return null;
  if (forecast.remainingTasks === 0) return <span>{t("All tasks are finished.")}</span>;
  const dayText = (day: number): string => shortDay(dateOf(day), today, locale);
  const text = outlookSentence(forecast, dayText);
  if (text === "") return <span>{notice == null ? t("More than ten years away at the pace so far") : translateText(notice)}</span>;
  return (
    <span>
      <Explained text={text} meaning={forecastMeaning(forecast, dayText)} /> {weekSentence(forecast, locale)}
    </span>
  );
}
