// The actions of the page, and the only place that sends requests to the host.
import type { DashboardContract, DashboardTarget } from "../../contract/dashboard.ts";
import { errorText } from "../../contract/texts/texts.ts";
import type { Connection } from "../../shared/connection.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/createPage.tsx";
import type { DashboardState } from "./state.ts";

export interface Actions {
  start(): Promise<void>;
  open(target: DashboardTarget): void;
  /** Lists all changes, or only the first ones again. */
  showAllChanges(all: boolean): void;
}

/** The pause after a request, as a multiple of its time. */
const PAUSE_FACTOR = 4;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

export const [DashboardContext, useDashboard] = createRequiredContext<PageParts<DashboardState, Actions>>("dashboard");

export function createActions(state: DashboardState, { ask, toaster, attempt, follow }: Connection<DashboardContract>): Actions {
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

  return { start, open: (target) => void attempt(ask.open(target)), showAllChanges };
}
