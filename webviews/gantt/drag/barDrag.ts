// Dragging bars by pointer or keys: shows the new dates, requests what they would push, and applies
// them.
// Invariant: every drag ends with `drop` or `cancel`, and answers to earlier requests are ignored.
import { batch, effect, untracked } from "@preact/signals";
import { t } from "@vscode/l10n";
import type { Proposal, Reschedule } from "../../contract/generated/protocol.ts";
import { announce } from "../../shared/messages/announcer.ts";
import type { Actions } from "../state/actions.ts";
import type { DragState } from "../state/dragState.ts";
import type { Dates } from "../state/pendingDates.ts";
import { datesOf, rescheduleOf } from "./move.ts";
import type { MoveContext, Gesture } from "./move.ts";
import { rowOf } from "../state/state.ts";
import type { GanttState } from "../state/state.ts";

type DateDrag = Extract<DragState, { kind: "dates" }>;

export interface BarDrag {
  /** Starts dragging bars, or moves them. */
  show(gesture: Gesture, key: string, byKeyboard: boolean): void;
  /** Applies the shown dates; `push` moves dependent tasks as well. */
  drop(push: boolean): void;
  cancel(): void;
  /** Returns the current gesture. */
  current(): Gesture | null;
  /** Sets the callback for when the dragged task was changed elsewhere and the drag has to end. */
  onLost(tell: () => void): void;
  dispose(): void;
}

export function createBarDrag(state: GanttState, actions: Actions): BarDrag {
  let gesture: Gesture | null = null;
  let key = "";
  /** Dates of the dragged row at the start. */
  let home: Dates = {};
  let onLost = (): void => undefined;

  const asks = createProposalRequests(actions.propose, (proposal) => {
    const drag = state.drag.peek();
    if (drag?.kind === "dates" && gesture !== null) state.drag.value = { ...drag, proposal };
  });

  const stop = effect(() => {
    const { rows } = state.view.value;
    untracked(() => {
      if (gesture === null) return;
      const row = rows[state.places.peek().get(key) ?? -1];
      if (row !== undefined && row.start === home.start && row.due === home.due) {
        show(gesture, key, byKeyboard());
        return;
      }
      clear();
      onLost();
      announce(row === undefined ? t("The task no longer exists, so nothing was moved.") : t("The task’s dates were changed elsewhere, so nothing was moved."));
    });
  });

  function byKeyboard(): boolean {
    const drag = state.drag.peek();
    return drag?.kind === "dates" && drag.isByKeyboard;
  }

  function show(next: Gesture, taken: string, keyboard: boolean): void {
    const row = rowOf(state, taken);
    if (row === undefined) return;
    if (gesture === null) home = { start: row.start, due: row.due };
    [gesture, key] = [next, taken];
    const field = fieldOf(state);
    const before = state.drag.peek();
    const proposal = before?.kind === "dates" ? before.proposal : null;
    state.drag.value = { kind: "dates", key: taken, dates: datesOf(field, next), proposal, isByKeyboard: keyboard } satisfies DateDrag;
    asks.ask(rescheduleOf(field, next, true));
  }

  function drop(push: boolean): void {
    const drag = state.drag.peek();
    const landed = gesture;
    const change = landed === null ? null : rescheduleOf(fieldOf(state), landed, push);
    const dates = new Map(drag?.kind === "dates" ? [...(push ? pushedDates(drag) : []), ...drag.dates] : []);
    // Batched, so that the bar is rendered once.
    batch(() => {
      clear();
      if (change === null) announce(t("Dropped at its original position."));
      else void actions.reschedule(change, key, dates);
    });
  }

  function clear(): void {
    gesture = null;
    asks.ask(null);
    if (state.drag.peek()?.kind === "dates") state.drag.value = null;
  }

  return {
    show,
    drop,
    cancel: clear,
    current: () => gesture,
    onLost: (tell) => {
      onLost = tell;
    },
    dispose: () => {
      clear();
      stop();
    },
  };
}

function pushedDates({ proposal }: DateDrag): [string, Dates][] {
  return (proposal?.moves ?? []).map(({ key, start, due }) => [key, { start, due }]);
}

export function fieldOf(state: GanttState): MoveContext {
  return {
    rows: state.rows.peek(),
    calendars: state.view.peek().calendars,
    places: state.places.peek(),
    workingDays: state.switches.peek().workingDays,
  };
}


/**
 * Requests proposals during a drag: one at a time, always for the latest dates. Answers to outdated
 * requests are dropped.
 */
interface ProposalRequests {
  /** Requests a proposal; null invalidates earlier requests. */
  ask(reschedule: Reschedule | null): void;
}

function createProposalRequests(propose: Actions["propose"], tell: (proposal: Proposal | null) => void): ProposalRequests {
  let latest: Reschedule | null = null;
  let asking = false;
  let text = "";

  async function next(): Promise<void> {
    while (latest !== null) {
      const question = latest;
      const answer = await propose(question);
      if (latest !== question) continue;
      latest = null;
      tell(answer ?? null);
    }
    asking = false;
  }

  return {
    ask: (reschedule) => {
      const same = JSON.stringify(reschedule);
      if (same === text) return;
      text = same;
      latest = reschedule;
      if (reschedule === null) tell(null);
      else if (!asking) {
        asking = true;
        void next();
      }
    },
  };
}
