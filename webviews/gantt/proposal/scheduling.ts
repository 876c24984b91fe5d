// State of auto-schedule: requests a proposal, again when the project changes, and accepts it.
// Invariant: only the answer to the latest request counts; exactly the shown dates are accepted.
import { effect, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { t } from "@vscode/l10n";
import type { Proposal, Reschedule } from "../../contract/generated/protocol.ts";
import { isEqual } from "../../shared/equality.ts";
import { announce } from "../../shared/messages/announcer.ts";
import type { Actions } from "../state/actions.ts";
import type { GanttState } from "../state/state.ts";
import { acceptProposal, selectableMoves } from "./proposal.ts";
import { takeRefusal } from "../state/openLink.ts";

interface Options {
  /** Empty for today. */
  from: string;
  /** Assignees whose tasks are scheduled; empty for all. */
  assignees: readonly string[];
  level: boolean;
}

export interface Scheduling {
  options: Signal<Options>;
  /** Null before the first answer. */
  proposal: Signal<Proposal | null>;
  /** What comes of the accepted moves: dates of parents, the end, missed targets and load. */
  outcome: ReadonlySignal<Proposal | null>;
  /** Keys of excluded moves. */
  excluded: Signal<ReadonlySet<string>>;
  /** A request or an accepted proposal is pending. */
  isBusy: Signal<boolean>;
  /** Why there is no proposal, or why it was not accepted. */
  problem: Signal<string | null>;
  /** A change of the project has changed the first answer. */
  isUpdated: Signal<boolean>;
  choose: (change: Partial<Options>) => void;
  setExcluded: (keys: readonly string[], out: boolean) => void;
  /** Applies the proposal. Returns whether it succeeded. */
  apply: () => Promise<boolean>;
  /** Requests the first proposal and keeps it up to date. Returns a function that ends this. */
  begin: () => () => void;
}

const none: ReadonlySet<string> = new Set();

export function createScheduling(state: GanttState, actions: Actions): Scheduling {
  const options = signal<Options>({ from: "", assignees: [], level: false });
  const proposal = signal<Proposal | null>(null);
  const outcome = signal<Proposal | null>(null);
  const excluded = signal(none);
  const isBusy = signal(false);
  const problem = signal<string | null>(null);
  const isUpdated = signal(false);
  let lastRequest = 0;
  let lastOutcome = 0;
  let requestedRevision = -1;
  let isApplying = false;

  /** `isFollowing`: the project has changed since the last request. */
  async function ask(isFollowing = false): Promise<void> {
    lastRequest += 1;
    const mine = lastRequest;
    requestedRevision = state.view.peek().revision;
    isBusy.value = true;
    problem.value = null;
    const answer = await actions.propose(autoOf(options.peek()));
    if (mine !== lastRequest) return;
    isBusy.value = false;
    if (answer === undefined) problem.value = t("The dates could not be calculated.");
    else {
      // Most changes of a project, such as its zoom or its log, leave the dates alone.
      if (isFollowing && !isSameProposal(proposal.peek(), answer)) reportUpdate();
      proposal.value = answer;
      if (!isFollowing) actions.showProposed(selectableMoves(answer));
      void showOutcome();
    }
  }

  function reportUpdate(): void {
    isUpdated.value = true;
    announce(t("The project has changed, so the dates were recalculated."));
  }

  /** Asks what comes of the accepted dates alone; for all of them, the proposal says so already. */
  async function showOutcome(): Promise<void> {
    lastOutcome += 1;
    const mine = lastOutcome;
    const shown = proposal.peek();
    const isWhole = shown === null || selectableMoves(shown).every(({ key }) => !excluded.peek().has(key));
    const answer = isWhole ? shown : await actions.propose(acceptProposal(shown, excluded.peek()));
    if (mine === lastOutcome && answer !== undefined) outcome.value = answer?.refusal === null ? answer : shown;
  }

  function begin(): () => void {
    const stopWatching = effect(() => {
      const { revision } = state.view.value;
      if (isApplying || revision === requestedRevision) return;
      void ask(proposal.peek() !== null);
    });
    const stopShowing = effect(() => {
      state.ghosts.value = ghostsOf(proposal.value, outcome.value, excluded.value);
    });
    return () => {
      lastRequest += 1;
      lastOutcome += 1;
      stopWatching();
      stopShowing();
      state.ghosts.value = [];
    };
  }

  async function apply(): Promise<boolean> {
    const accepted = proposal.peek();
    if (accepted === null) return false;
    const moves = selectableMoves(accepted).filter(({ key }) => !excluded.peek().has(key));
    const dates = new Map(moves.map(({ key, start, due }) => [key, { start, due }]));
    // The snapshot may arrive before the answer; that change of the project is our own.
    isApplying = true;
    isBusy.value = true;
    problem.value = null;
    const done = await actions.reschedule(acceptProposal(accepted, excluded.peek()), moves[0]?.key ?? "", dates);
    isApplying = false;
    isBusy.value = false;
    if (!done) problem.value = takeRefusal(state);
    return done;
  }

  return {
    options,
    proposal,
    outcome,
    excluded,
    isBusy,
    problem,
    isUpdated,
    choose: (change) => {
      options.value = { ...options.peek(), ...change };
      isUpdated.value = false;
      void ask();
    },
    setExcluded: (keys, out) => {
      const next = new Set(excluded.peek());
      for (const key of keys) {
        if (out) next.add(key);
        else next.delete(key);
      }
      excluded.value = next;
      void showOutcome();
    },
    apply,
    begin,
  };
}

function isSameProposal(before: Proposal | null, after: Proposal): boolean {
  return isEqual({ ...before, revision: 0 }, { ...after, revision: 0 });
}

function autoOf({ from, assignees, level }: Options): Reschedule {
  return {
    kind: "auto",
    ...(from !== "" && { from }),
    ...(assignees.length > 0 && { assignees: [...assignees] }),
    ...(level && { level }),
  };
}

/** Returns the dates of accepted tasks, and of the parents that follow them. */
function ghostsOf(proposal: Proposal | null, outcome: Proposal | null, leftOut: ReadonlySet<string>): Proposal["moves"] {
  if (proposal === null) return [];
  const parents = (outcome ?? proposal).moves.filter(({ follows }) => follows);
  return [...parents, ...selectableMoves(proposal).filter(({ key }) => !leftOut.has(key))];
}
