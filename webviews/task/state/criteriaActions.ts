// Changes to the check list. Rows change at once and are sent after that; they follow the file again when every edit is
// answered and the file has been seen since, so that no row jumps back and forth.
import { t } from "@vscode/l10n";
import type { CommandResult } from "../../contract/common.ts";
import type { CriterionEdit } from "../../contract/generated/protocol.ts";
import { applyEdit, matchRows } from "./criterionRows.ts";
import type { CriterionRow } from "./criterionRows.ts";
import type { SaveQueue } from "./saveQueue.ts";
import type { TaskState } from "./state.ts";

export type CriteriaActions = ReturnType<typeof createCriteriaActions>;

export function createCriteriaActions(state: TaskState, sender: SaveQueue, announce: (message: string) => void) {
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

  /** Waits for an answer and then lets the rows follow the file. */
  async function trackAnswer(answer: Promise<CommandResult | null>): Promise<CommandResult | null> {
    waiting += 1;
    const result = await answer;
    waiting -= 1;
    if (waiting === 0 && (hasArrived || result?.kind !== "done")) read();
    return result;
  }

  function sendEdit(wanted: CriterionEdit): Promise<CommandResult | null> {
    state.rows.value = applyEdit(state.rows.peek(), wanted, newKey);
    return trackAnswer(
      sender.execute("criteria", () => {
        hasArrived = false;
        return sender.update({ criterion: wanted });
      }),
    );
  }

  return {
    trackAnswer,

    /** The file was read again. */
    arrived(): void {
      hasArrived = true;
      if (waiting === 0) read();
    },

    /** Rows that an earlier page kept, so that drafts find them again. */
    restore(rows: readonly CriterionRow[]): void {
      state.rows.value = rows;
      lastKey = Math.max(0, ...rows.map(({ key }) => Number(key.slice(1))).filter(Number.isFinite));
    },

    /** The edit that gives a criterion other words, which the rows have from now on; null when it is gone. */
    reword(key: string, to: string): CriterionEdit | null {
      const [index, row] = rowOf(key);
      if (row === undefined) return null;
      const wanted: CriterionEdit = { kind: "reword", index, item: row.item, to };
      state.rows.value = applyEdit(state.rows.peek(), wanted, newKey);
      hasArrived = false;
      return wanted;
    },

    /** Puts a criterion at the end of the list. */
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
