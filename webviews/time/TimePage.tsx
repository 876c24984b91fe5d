// The whole page: toolbar, timers, the grid of a week and the list of entries, or a message if there
// is nothing to show.
import { t } from "@vscode/l10n";
import { projectPageTitle } from "../contract/surfaces.ts";
import { clockDuration } from "../contract/time/duration.ts";
import { Button } from "../shared/components/Button.tsx";
import { HistoryProgress } from "../shared/components/HistoryProgress.tsx";
import { ActorIcon } from "../shared/components/Icons.tsx";
import { Empty, ProjectContent, ReadOnlyBanner } from "../shared/components/PageStates.tsx";
import { ToastArea } from "../shared/components/Toast.tsx";
import { namedDay } from "../shared/text/dates.ts";
import { translate } from "../shared/text/language.ts";
import { dateOf } from "../shared/time/days.ts";
import { EntryList } from "./components/EntryList.tsx";
import { StartBar } from "./components/StartBar.tsx";
import { Timers } from "./components/Timers.tsx";
import { TimeToolbar } from "./components/Toolbar.tsx";
import { WeekGrid } from "./components/WeekGrid.tsx";
import { EntryDialog } from "./components/EntryDialog.tsx";
import { totalOf } from "./rules/totals.ts";
import { useTime } from "./state/actions.ts";

export function TimePage() {
  const { state, actions } = useTime();
  const snapshot = state.snapshot.value;
  return (
    <div class="time-page">
      <h1 class="visually-hidden">{projectPageTitle("time", snapshot?.project.name || t("Project"), translate)}</h1>
      <ReadOnlyBanner reason={snapshot?.readOnly ?? null} />
      <ProjectContent failure={state.failure.value} project={snapshot?.project} tryAgain={() => void actions.start()}>
        {() => (
          <>
            <TimeToolbar />
            <HistoryProgress percent={state.reading.value} />
            <div class="time-body">
              <StartBar />
              <Timers />
              <Entries />
            </div>
          </>
        )}
      </ProjectContent>
      {snapshot !== null && state.form.value !== null && <EntryDialog form={state.form.value} />}
      <ToastArea />
    </div>
  );
}

function Entries() {
  const { state } = useTime();
  const loaded = state.loaded.value;
  if (loaded === null) return <div class="loading" aria-busy="true" />;
  // Until the log was read, entries are missing.
  if (loaded.view.entries.length === 0) return state.reading.value === null ? <NoEntries latestDay={loaded.latestDay} /> : null;
  return (
    <>
      <Summary />
      {loaded.period.kind === "week" && <WeekGrid period={loaded.period} />}
      <EntryList />
    </>
  );
}

/** The sums of all shown entries. */
function Summary() {
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

function NoEntries({ latestDay }: { latestDay: number | null }) {
  const { state, actions } = useTime();
  const { kind, task, actor } = state.choices.value;
  const add = state.readOnly.value ? null : (
    <Button kind="primary" icon="add" onClick={() => actions.add(null, null)}>
      {t("Add Entry")}
    </Button>
  );
  const isFiltered = task !== null || actor !== null;
  if (latestDay === null && !isFiltered) {
    return (
      <Empty icon="watch" title={t("No time entries yet")} text={t("Start the timer of a task: it measures the time that you or an agent works on it. You can also enter time yourself.")}>
        {add}
      </Empty>
    );
  }
  const title = kind === "week" ? t("No time in this week") : t("No time in this month");
  return (
    <Empty icon="watch" title={title} text={lastEntryText(latestDay, isFiltered, state.locale.value)}>
      <div class="empty-actions">
        {latestDay !== null && (
          <Button kind="secondary" onClick={() => actions.showDay(latestDay)}>
            {t("Show the Last Entry")}
          </Button>
        )}
        {isFiltered && (
          <Button kind="secondary" onClick={actions.clearFilter}>
            {t("Clear filter")}
          </Button>
        )}
        {add}
      </div>
    </Empty>
  );
}

function lastEntryText(day: number | null, isFiltered: boolean, locale: string): string {
  if (day === null) return t("No entry matches the filter.");
  const date = namedDay(dateOf(day), locale);
  return isFiltered ? t("The last entry that matches the filter is of {0}.", date) : t("The last entry is of {0}.", date);
}
