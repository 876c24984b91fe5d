// The actions of the page, and the only place that sends requests to the host.
import type { DashboardContract, DashboardTarget } from "../../contract/dashboard.ts";
import { errorText } from "../../contract/texts/texts.ts";
import { setAfterPaint } from "../../shared/progressiveRender.ts";
import type { Client } from "../../shared/rpc.ts";
import { setLocale } from "../../shared/text/language.ts";
import type { Toaster } from "../../shared/messages/toaster.ts";
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

export function createActions(state: DashboardState, client: Client<DashboardContract>, toaster: Toaster): Actions {
  const { ask } = client;
  let isReading = false;
  let isOutdated = false;

  client.on("changed", (snapshot) => {
    state.snapshot.value = snapshot;
    void readPast();
  });

  async function start(): Promise<void> {
    state.failure.value = null;
    try {
      const { strings, locale, ...snapshot } = await ask.ready();
      setLocale({ strings, locale });
      state.snapshot.value = snapshot;
      setAfterPaint(state.locale, locale);
    } catch (error) {
      state.failure.value = errorText(error);
      return;
    }
    await readPast();
  }

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

  async function open(target: DashboardTarget): Promise<void> {
    try {
      await ask.open(target);
    } catch (error) {
      toaster.show({ kind: "error", text: errorText(error) });
    }
  }

  function showAllChanges(all: boolean): void {
    state.showsAllChanges.value = all;
    void readPast();
  }

  return { start, open: (target) => void open(target), showAllChanges };
}
