// The actions of the page, and the only place that sends requests to the host.
import type { DashboardContract, DashboardTarget, EntryAnswer } from "../../contract/dashboard.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { errorText } from "../../contract/texts/texts.ts";
import type { Connection } from "../../shared/connection.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/pages/createPage.tsx";
import type { DashboardState, Draft } from "./state.ts";

export interface Actions {
  start(): Promise<void>;
  open(target: DashboardTarget): void;
  /** Lists all changes, or only the first ones again. */
  showAllChanges(all: boolean): void;
  /** Changes a task, and reports it with Undo. */
  change(command: PageCommand): Promise<void>;
  /** Answers an entry of the register, and reports it with Undo. */
  answer(answer: EntryAnswer): Promise<void>;
  /** Begins, goes on with or ends a text; null ends it. */
  write(draft: Draft | null): void;
  /** Shows no more that no agent is connected. */
  hideAgents(): void;
}

/** The pause after a request, as a multiple of its time. */
const PAUSE_FACTOR = 4;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

export const [DashboardContext, useDashboard] = createRequiredContext<PageParts<DashboardState, Actions>>("dashboard");

export function createActions(state: DashboardState, { ask, toaster, attempt, follow, execute, report, refuseIfReadOnly }: Connection<DashboardContract>): Actions {
  let isReading = false;
  let isOutdated = false;

  const start = follow({
    ready: () => ask.ready(),
    receive: (snapshot) => {
      state.snapshot.value = snapshot;
      void readPast();
    },
    localeAfterPaint: true,
  });

  /**
   * Requests forecasts and changes. One request at a time, with pauses: they take long in a large
   * project, in which agents may write all the time.
   */
  async function readPast(): Promise<void> {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isOutdated) {
        isOutdated = false;
        const begun = performance.now();
        const past = await ask.past({ allChanges: state.showsAllChanges.peek() });
        state.past.value = past;
        state.snapshot.value = past.snapshot;
        // A newer answer of the user is missing in a past that was outdated before it arrived.
        if (!isOutdated) state.answered.value = new Set();
        await pause((performance.now() - begun) * PAUSE_FACTOR);
      }
    } catch (error) {
      toaster.show({ kind: "error", text: errorText(error) });
    } finally {
      isReading = false;
    }
  }

  function showAllChanges(all: boolean): void {
    state.showsAllChanges.value = all;
    void readPast();
  }

  async function change(command: PageCommand): Promise<void> {
    if (!refuseIfReadOnly()) report(await execute(command));
  }

  async function answer(given: EntryAnswer): Promise<void> {
    if (refuseIfReadOnly()) return;
    const before = state.answered.peek();
    state.answered.value = new Set([...before, given.entry]);
    const result = await attempt(ask.answerEntry(given));
    if (result === undefined || !report(result)) state.answered.value = before;
    else void readPast();
  }

  return {
    start,
    open: (target) => void attempt(ask.open(target)),
    showAllChanges,
    change,
    answer,
    write: (draft) => (state.draft.value = draft),
    hideAgents: () => void attempt(ask.hideAgents()),
  };
}
