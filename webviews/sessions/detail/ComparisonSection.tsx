// The differences between the session and another one.
import { t } from "@vscode/l10n";
import { useId } from "preact/hooks";
import type { RegisterRow, SessionComparison, TaskMove } from "../../contract/generated/protocol.ts";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { statusName } from "../../shared/text/names.ts";
import { EntryLine } from "../components/EntryLine.tsx";
import { useSessions } from "../state/actions.ts";

/** Chooses the session to compare with. */
export function ComparisonChoice({ shown }: { shown: string }) {
  const { state, actions } = useSessions();
  const id = useId();
  const others = (state.snapshot.value?.sessions.sessions ?? []).filter((session) => session.id !== shown);
  if (others.length === 0) return null;
  const locale = state.locale.value;
  return (
    <p class="comparison-choice">
      <label for={id}>{t("Compare with")}</label>
      <select
        id={id}
        class="field"
        value={state.query.value.compare ?? ""}
        onChange={({ currentTarget }) => void actions.show({ compare: currentTarget.value === "" ? null : currentTarget.value })}
      >
        <option value="">{t("No other session")}</option>
        {others.map(({ id: other, summary, endedAt, startedAt }) => (
          <option key={other} value={other}>
            {`${timeText(endedAt || startedAt, locale)} · ${summary || other}`}
          </option>
        ))}
      </select>
    </p>
  );
}

export function Comparison({ comparison }: { comparison: SessionComparison }) {
  const { state } = useSessions();
  const id = useId();
  const nameOf = (session: string): string => state.names.value.get(session) ?? session;
  const { from, to, added, reversed, blocked, cleared, moved } = comparison;
  const isEmpty = [added, reversed, blocked, cleared, moved].every((list) => list.length === 0);
  return (
    <section class="comparison" aria-labelledby={id}>
      <h3 id={id}>{t("From “{from}” to “{to}”", { from: nameOf(from), to: nameOf(to) })}</h3>
      {isEmpty && <p class="muted">{t("No decision, blocker or status of a task is different.")}</p>}
      <Rows title={t("Decisions added")} icon="add" rows={added} />
      <Rows title={t("Decisions reversed")} icon="discard" rows={reversed} />
      <Rows title={t("Blockers added")} icon="error" rows={blocked} />
      <Rows title={t("Blockers cleared")} icon="check" rows={cleared} />
      <Moves moved={moved} />
    </section>
  );
}

function Rows({ title, icon, rows }: { title: string; icon: string; rows: readonly RegisterRow[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h4>
        <Icon name={icon} /> {title}
      </h4>
      <ul class="entries">
        {rows.map((row) => (
          <EntryLine key={row.id} row={row} />
        ))}
      </ul>
    </>
  );
}

function Moves({ moved }: { moved: readonly TaskMove[] }) {
  const { actions } = useSessions();
  if (moved.length === 0) return null;
  return (
    <>
      <h4>
        <Icon name="arrow-swap" /> {t("Tasks moved")}
      </h4>
      <ul class="entries">
        {moved.map(({ id, title, from, to }) => (
          <li key={id} class="task-line">
            <button type="button" class="button link" onClick={() => void actions.openTask(id)}>
              <StatusIcon status={to} />
              <span class="task-id">{id}</span>
              <span class="clipped" dir="auto">{title}</span>
            </button>
            <span class="muted">{t("{from} → {to}", { from: statusName(from), to: statusName(to) })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
