// Bars in the air, by pointer or by keys: where they are drawn, what the engine says that they would push, and how they land.
// Invariant: what is in the air ends by `land` or `drop back`, and a question of before is never answered afterwards.
import { batch, effect, untracked } from "@preact/signals";
import { t } from "@vscode/l10n";
import type { Proposal, Reschedule } from "../../contract/generated/protocol.ts";
import { announce } from "../../shared/announcer.ts";
import type { Actions } from "../state/actions.ts";
import type { Carried } from "../state/dragState.ts";
import type { Dates } from "../state/pendingDates.ts";
import { datesOf, rescheduleOf } from "./move.ts";
import type { Field, Gesture } from "./move.ts";
import { rowOf } from "../state/state.ts";
import type { GanttState } from "../state/state.ts";

type Air = Extract<Carried, { kind: "dates" }>;

export interface Airborne {
  /** Takes bars into the air, or shows them elsewhere. */
  show(gesture: Gesture, key: string, byKeyboard: boolean): void;
  /** Sends what is shown; `push` decides about dependants. */
  land(push: boolean): void;
  dropBack(): void;
  /** What is in the air. */
  current(): Gesture | null;
  /** Calls back when what is carried was changed elsewhere, so that the gesture has to end. */
  onLost(tell: () => void): void;
  dispose(): void;
}

export function airborne(state: GanttState, actions: Actions): Airborne {
  let gesture: Gesture | null = null;
  let key = "";
  /** The dates of the carried row when it was taken. */
  let home: Dates = {};
  let lost = (): void => undefined;

  const asks = proposer(actions.propose, (proposal) => {
    const air = state.carried.peek();
    if (air?.kind === "dates" && gesture !== null) state.carried.value = { ...air, proposal };
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
      lost();
      announce(row === undefined ? t("The task is gone, so nothing was moved.") : t("The task’s dates were changed elsewhere, so nothing was moved."));
    });
  });

  function byKeyboard(): boolean {
    const air = state.carried.peek();
    return air?.kind === "dates" && air.byKeyboard;
  }

  function show(next: Gesture, taken: string, keyboard: boolean): void {
    const row = rowOf(state, taken);
    if (row === undefined) return;
    if (gesture === null) home = { start: row.start, due: row.due };
    [gesture, key] = [next, taken];
    const field = fieldOf(state);
    const before = state.carried.peek();
    const proposal = before?.kind === "dates" ? before.proposal : null;
    state.carried.value = { kind: "dates", key: taken, dates: datesOf(field, next), proposal, byKeyboard: keyboard } satisfies Air;
    asks.ask(rescheduleOf(field, next, true));
  }

  function land(push: boolean): void {
    const air = state.carried.peek();
    const landed = gesture;
    const wanted = landed === null ? null : rescheduleOf(fieldOf(state), landed, push);
    const dates = new Map(air?.kind === "dates" ? [...(push ? followers(air) : []), ...air.dates] : []);
    // Drawn once: from the air to where it stays until the files say so.
    batch(() => {
      clear();
      if (wanted === null) announce(t("Dropped where it was."));
      else void actions.reschedule(wanted, key, dates);
    });
  }

  function clear(): void {
    gesture = null;
    asks.ask(null);
    if (state.carried.peek()?.kind === "dates") state.carried.value = null;
  }

  return {
    show,
    land,
    dropBack: clear,
    current: () => gesture,
    onLost: (tell) => {
      lost = tell;
    },
    dispose: () => {
      clear();
      stop();
    },
  };
}

function followers({ proposal }: Air): [string, Dates][] {
  return (proposal?.moves ?? []).map(({ key, start, due }) => [key, { start, due }]);
}

export function fieldOf(state: GanttState): Field {
  return {
    rows: state.rows.peek(),
    calendars: state.view.peek().calendars,
    places: state.places.peek(),
    workingDays: state.switches.peek().workingDays,
  };
}


/** Asks what a drag would mean, while it goes on: one question at a time, and always the newest next. Invariant: an answer is told only when no newer question was asked since. */
export interface Proposer {
  /** Asks soon; null asks nothing and makes older answers stale. */
  ask(reschedule: Reschedule | null): void;
}

export function proposer(propose: Actions["propose"], tell: (proposal: Proposal | null) => void): Proposer {
  let wanted: Reschedule | null = null;
  let asking = false;
  let text = "";

  async function next(): Promise<void> {
    while (wanted !== null) {
      const question = wanted;
      const answer = await propose(question);
      if (wanted !== question) continue;
      wanted = null;
      tell(answer ?? null);
    }
    asking = false;
  }

  return {
    ask: (reschedule) => {
      const same = JSON.stringify(reschedule);
      if (same === text) return;
      text = same;
      wanted = reschedule;
      if (reschedule === null) tell(null);
      else if (!asking) {
        asking = true;
        void next();
      }
    },
  };
}
