// All sessions by time with their graph, or those that match the search.
import { t } from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import { Sparkline } from "../../shared/charts/Sparkline.tsx";
import { useNow } from "../../shared/clock.ts";
import { moveRowFocus } from "../../shared/listPage/rowKeys.ts";
import { SearchField } from "../../shared/listPage/SearchField.tsx";
import { useProgressiveCount } from "../../shared/progressiveRender.ts";
import { useSessions } from "../state/actions.ts";
import { layOutGraph } from "./lanes.ts";
import { ROW, SessionRow } from "./SessionRow.tsx";

/** Rows that are painted first: more than fit into a window. */
const INITIAL_ROWS = 30;
/** The trend is about recent handovers, and has the width of a word. */
const MAX_SCORES = 30;

export function SessionList() {
  const { state, actions } = useSessions();
  const listed = state.listed.value;
  const { text } = state.query.value;
  const isSearch = state.snapshot.value?.matches !== null;
  const shown = state.snapshot.value?.session?.summary.id;
  const now = useNow();
  const graph = useMemo(() => layOutGraph(listed.map(({ session }) => session)), [listed]);
  // Dots without a line say nothing.
  const hasGraph = !isSearch && graph.rows.some(({ lines }) => lines.length > 0);
  const rendered = listed.slice(0, useProgressiveCount(listed.length, INITIAL_ROWS + Math.ceil(state.scroll.peek() / ROW)));
  const hasTabStop = rendered.some(({ session }) => session.id === shown);
  return (
    <div class="side">
      <SearchField label={t("Search all sessions")} text={text} search={(typed) => void actions.search(typed)} />
      {!isSearch && <ScoreTrend />}
      {listed.length === 0 && <p class="muted nothing">{t("No session contains all of these words.")}</p>}
      <ul class="list-rows" aria-label={isSearch ? t("Sessions that match, best first") : t("Sessions, newest first")} onKeyDown={moveRowFocus}>
        {rendered.map(({ session, excerpt }, at) => (
          <SessionRow
            key={session.path}
            session={session}
            excerpt={excerpt}
            graph={hasGraph ? (graph.rows[at] ?? null) : null}
            width={graph.width}
            isShown={session.id === shown}
            isTabStop={hasTabStop ? session.id === shown : at === 0}
            now={now}
            locale={state.locale.value}
            show={actions.show}
          />
        ))}
      </ul>
    </div>
  );
}

/** The scores of the last handovers, above the list. */
function ScoreTrend() {
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
