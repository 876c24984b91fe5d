// All sessions by time with their graph, or those that match the search.
import { t } from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { useNow } from "../../shared/clock.ts";
import { useSessions } from "../state/context.ts";
import { layOutGraph } from "./lanes.ts";
import { SessionRow } from "./SessionRow.tsx";

export function SessionList() {
  const { state, actions } = useSessions();
  const listed = state.listed.value;
  const { text } = state.query.value;
  const isSearch = state.snapshot.value?.matches !== null;
  const shown = state.snapshot.value?.session?.summary.id;
  const now = useNow();
  const graph = useMemo(() => layOutGraph(listed.map(({ session }) => session)), [listed]);
  const hasTabStop = listed.some(({ session }) => session.id === shown);
  return (
    <div class="side">
      <div class="search">
        <Icon name="search" />
        <input
          class="field"
          type="text"
          spellcheck={false}
          placeholder={t("Search all sessions")}
          aria-label={t("Search all sessions")}
          value={text}
          onInput={({ currentTarget }) => void actions.search(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && text !== "") void actions.search("");
            if (event.key === "ArrowDown") focusRow(0, event);
          }}
        />
        {text !== "" && <Button icon="close" label={t("Clear search")} onClick={() => void actions.search("")} />}
      </div>
      {listed.length === 0 && <p class="muted nothing">{t("No session contains all of these words.")}</p>}
      <ul class="session-list" aria-label={isSearch ? t("Sessions that match, best first") : t("Sessions, newest first")} onKeyDown={moveFocus}>
        {listed.map(({ session, excerpt }, at) => (
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

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".session-row")];
}

function focusRow(at: number, event: KeyboardEvent): void {
  const row = rows()[at];
  if (row === undefined) return;
  event.preventDefault();
  row.focus();
}

/** Arrow keys move the focus; Enter and Space show the session, as on every button. */
function moveFocus(event: KeyboardEvent): void {
  const all = rows();
  const at = all.findIndex((row) => row === document.activeElement);
  const last = all.length - 1;
  const next = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[event.key];
  if (next !== undefined) focusRow(next, event);
}
