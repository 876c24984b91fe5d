// Changes of the check list. Rows change immediately and are sent afterwards. They follow the file
// again once every edit is answered and the file has been read since, so that rows do not jump.
import { t } from "@vscode/l10n";
import type { CommandResult } from "../../contract/common.ts";
import type { CriterionEdit } from "../../contract/generated/protocol.ts";
import { applyEdit, matchRows } from "./criterionRows.ts";
import type { CriterionRow } from "./criterionRows.ts";
import type { SaveQueue } from "./saveQueue.ts";
import type { TaskState } from "./state.ts";

export type CriteriaActions = ReturnType<typeof createCriteriaActions>;

export function createCriteriaActions(state: TaskState, saveQueue: SaveQueue, announce: (message: string) => void) {
  let waiting = 0;
  let hasArrived = false;
  let lastKey = 0;
  const newKey = (): string => `c${(lastKey += 1)}`;

  function read(): void {
    state.rows.value = matchRows(state.rows.peek(), state.task.peek()?.criteria ?? [], newKey);
  }

  function rowOf(key: string): readonly [number, CriterionRow | undefined] {
    const index = state.rows.peek().findIndex((row) => row.key === key);
    return [index, state.rows.peek()[index]];
  }

  /** Awaits an answer, then lets the rows follow the file. */
  async function trackAnswer(answer: Promise<CommandResult | null>): Promise<CommandResult | null> {
    waiting += 1;
    const result = await answer;
    waiting -= 1;
    if (waiting === 0 && (hasArrived || result?.kind !== "done")) read();
    return result;
  }

  function sendEdit(change: CriterionEdit): Promise<CommandResult | null> {
    state.rows.value = applyEdit(state.rows.peek(), change, newKey);
    return trackAnswer(
      saveQueue.execute("criteria", () => {
        hasArrived = false;
        return saveQueue.update({ criterion: change });
      }),
    );
  }

  return {
    trackAnswer,

    /** Called when a snapshot has arrived. */
    arrived(): void {
      hasArrived = true;
      if (waiting === 0) read();
    },

    /** Restores rows of a previous page, so that drafts find them again. */
    restore(rows: readonly CriterionRow[]): void {
      state.rows.value = rows;
      lastKey = Math.max(0, ...rows.map(({ key }) => Number(key.slice(1))).filter(Number.isFinite));
    },

    /** Returns the edit that rewords a criterion and updates the row; null if it was removed. */
    reword(key: string, to: string): CriterionEdit | null {
      const [index, row] = rowOf(key);
      if (row === undefined) return null;
      const change: CriterionEdit = { kind: "reword", index, item: row.item, to };
      state.rows.value = applyEdit(state.rows.peek(), change, newKey);
      hasArrived = false;
      return change;
    },

    /** Adds a criterion at the end. */
    add: (item: string) => sendEdit({ kind: "add", index: state.rows.peek().length, item }),

    async check(key: string, checked: boolean): Promise<void> {
      const [index, row] = rowOf(key);
      if (row !== undefined) await sendEdit({ kind: "check", index, item: row.item, checked });
    },

    async remove(key: string): Promise<void> {
      const [index, row] = rowOf(key);
      if (row !== undefined) await sendEdit({ kind: "remove", index, item: row.item });
    },

    async move(key: string, to: number): Promise<void> {
      const [index, row] = rowOf(key);
      const total = state.rows.peek().length;
      if (row === undefined || to < 0 || to >= total || to === index) return;
      const moved = sendEdit({ kind: "move", index, item: row.item, to });
      announce(t("{item}: position {position} of {total}", { item: row.item, position: to + 1, total }));
      await moved;
    },
  };
}
