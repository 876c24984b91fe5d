// All sessions by time with their graph, or those that match the search.
import { t } from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import { useNow } from "../../shared/clock.ts";
import { moveRowFocus } from "../../shared/listPage/rowKeys.ts";
import { SearchField } from "../../shared/listPage/SearchField.tsx";
import { useProgressiveCount } from "../../shared/progressiveRender.ts";
import { useSessions } from "../state/actions.ts";
import { layOutGraph } from "./lanes.ts";
import { ScoreTrend } from "./ScoreTrend.tsx";
import { ROW, SessionRow } from "./SessionRow.tsx";

/** Rows that are painted first: more than fit into a window. */
const INITIAL_ROWS = 30;

export function SessionList() {
  const { state, actions } = useSessions();
  const listed = state.listed.value;
  const { text } = state.query.value;
  const isSearch = state.snapshot.value?.matches !== null;
  const shown = state.snapshot.value?.session?.summary.id;
  const now = useNow();
  const graph = useMemo(() => layOutGraph(listed.map(({ session }) => session)), [listed]);
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
            graph={isSearch ? null : (graph.rows[at] ?? null)}
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
