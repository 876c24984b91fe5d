// Creates a task in a cell and reveals its card, whatever the board's query is.
import { t } from "@vscode/l10n";
import type { BoardQuery } from "../../contract/board.ts";
import type { CommandResult } from "../../contract/common.ts";
import { findMissingEstimate } from "../../contract/estimate.ts";
import type { Status, TaskPatch } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { announce } from "../../shared/messages/announcer.ts";
import type { Toaster } from "../../shared/messages/toaster.ts";
import { isEmpty } from "../../shared/filter/filter.ts";
import { cardElement } from "../dom/elements.ts";
import { laneChange } from "../state/lanes.ts";
import { reveal } from "../dom/motion.ts";
import { selectOnly } from "../../shared/selection.ts";
import type { BoardState, EntryProblem } from "../state/state.ts";

/** Other actions of the board that this needs. */
export interface AddTaskActions {
  execute(command: PageCommand): Promise<CommandResult>;
  reportSuccess(result: CommandResult): void;
  setQuery(query: Partial<BoardQuery>): Promise<void>;
  showAllOf(status: Status): Promise<void>;
}

/** Returns why the task was not created, or null. */
export type AddTask = (status: Status, lane: string, title: string, estimateHours?: number) => Promise<EntryProblem | null>;

export function createAddTask(state: BoardState, toaster: Toaster, { execute, reportSuccess, setQuery, showAllOf }: AddTaskActions): AddTask {
  const isShown = (id: string): boolean => state.cards.peek().has(id);

  async function add(status: Status, lane: string, title: string, estimateHours?: number): Promise<EntryProblem | null> {
    const { patch, parent } = lane === "" ? { patch: {} } : laneChange(state.laneKind.peek(), lane, "");
    const fields: TaskPatch = { title, status, ...patch, ...(estimateHours !== undefined && { estimateHours }) };
    const under = typeof parent === "string" ? { parent } : {};
    const command: PageCommand = { kind: "changeTasks", tasks: [{ ...under, fields }] };
    const result = await execute(command);
    if (result.kind === "done") {
      reportSuccess(result);
      const [id] = result.created;
      if (id !== undefined) void revealOrExplain(id, status, lane);
      return null;
    }
    announce(t("Not added. {0}", result.message));
    return { text: result.message, needsEstimate: findMissingEstimate(command, result) !== null };
  }

  /**
   * Reveals a new task, or explains why it is not shown. Its snapshot may arrive after the answer.
   */
  async function revealOrExplain(id: string, status: Status, lane: string): Promise<void> {
    if (!isShown(id)) await setQuery({});
    if (isShown(id)) {
      scrollToCard(id, lane);
      return;
    }
    const text = isEmpty(state.query.peek().filter)
      ? t("Created {0}. It is below the cards that are shown.", id)
      : t("Created {0}. The filter hides it.", id);
    toaster.show({ kind: "info", text, action: { label: t("Show"), run: () => void show(id, status, lane) } });
  }

  async function show(id: string, status: Status, lane: string): Promise<void> {
    await setQuery({ filter: {} });
    if (!isShown(id)) await showAllOf(status);
    state.selection.value = selectOnly({ key: id, lane });
    scrollToCard(id, lane);
  }

  function scrollToCard(key: string, lane: string): void {
    if (cardElement(key, lane) === null) state.renderedCount.value = Infinity;
    reveal(key, lane);
  }

  return add;
}
