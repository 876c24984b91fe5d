// Questions about a change that was not made: a missing estimate, or a conflict between two values.
import { t } from "@vscode/l10n";
import { useId } from "preact/hooks";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import { ConflictNotice } from "../../shared/components/ConflictNotice.tsx";
import { EstimateForm } from "../../shared/components/EstimateForm.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import type { Conflict } from "../../shared/conflicts.ts";
import { columnName, columns } from "../state/columns.ts";
import { useGantt } from "../state/actions.ts";
import { shortDay } from "../time/dayNames.ts";
import { dayOf } from "../../shared/time/days.ts";
import { cellText, keepMine } from "./gridEdit.ts";
import { rowOf } from "../state/state.ts";
import type { GanttState, Notice } from "../state/state.ts";

export function Questions() {
  const { state } = useGantt();
  const notice = state.notice.value;
  return (
    <div class="questions">
      {state.conflicts.value.map((conflict) => (
        <CellConflict key={`${conflict.key} ${conflict.field}`} conflict={conflict} />
      ))}
      {notice !== null && notice.missingEstimate !== undefined && <EstimateQuestion notice={notice} />}
    </div>
  );
}

function EstimateQuestion({ notice }: { notice: Notice }) {
  const { state, actions } = useGantt();
  const reason = `refusal-${useId()}`;
  const row = rowOf(state, notice.key);
  if (row === undefined) return null;
  return (
    <div class="question refused">
      <p id={reason}>
        <Icon name="error" /> {notice.text}
      </p>
      <EstimateForm
        title={row.title}
        reason={reason}
        onSubmit={(hours) => {
          focusRow(state, row);
          actions.retryWithEstimate(notice, hours);
        }}
        onCancel={() => {
          focusRow(state, row);
          actions.dismissNotice();
        }}
      />
    </div>
  );
}

/** A conflict in a cell. Hidden once both values are equal. */
function CellConflict({ conflict }: { conflict: Conflict }) {
  const parts = useGantt();
  const { state, actions } = parts;
  const row = rowOf(state, conflict.key);
  const column = columns.find((name) => name === conflict.field);
  if (row === undefined || column === undefined || cellText(row, column) === conflict.mine) return null;
  const shown = (text: string): string => (column === "start" || column === "due" ? dateText(text, state) : text);
  return (
    <div class="question">
      <p class="question-place">{t("{0}: {1}", row.id, columnName(column))}</p>
      <ConflictNotice
        theirs={shown(cellText(row, column))}
        mine={shown(conflict.mine)}
        by={conflict.by}
        onKeep={() => {
          focusRow(state, row);
          keepMine(parts, row, conflict);
        }}
        onTake={() => {
          focusRow(state, row);
          actions.takeTheirs(conflict);
        }}
      />
    </div>
  );
}

function dateText(text: string, { view, locale }: GanttState): string {
  const day = dayOf(text);
  return day === undefined ? "" : shortDay(day, view.value.today, locale.value);
}

/** Focuses the row of a question. */
function focusRow(state: GanttState, { key }: GanttRow): void {
  state.focus.value = { key, column: null };
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}
