// Mounts the page: connects host, state, actions and components. Used by the editor, tests and the
// gallery.
import { effect } from "@preact/signals";
import { render } from "preact";
import type { TimeContract } from "../contract/time/timePage.ts";
import type { Host } from "../shared/host.ts";
import { keepFocusInPage } from "../shared/keyboard/firstFocus.ts";
import { listenForPageKeys } from "../shared/keyboard/pageKeys.ts";
import { createToaster } from "../shared/messages/toaster.ts";
import { connect } from "../shared/rpc.ts";
import { TimePage } from "./TimePage.tsx";
import { createActions } from "./state/actions.ts";
import { readPersistedState } from "./state/persistedState.ts";
import type { PersistedState } from "./state/persistedState.ts";
import { createState } from "./state/state.ts";

/** Mounts the page. Returns a function that removes it. */
export function mountTime(root: HTMLElement, host: Host): () => void {
  const persisted = readPersistedState(host.store.read());
  const state = createState(persisted);
  const toaster = createToaster();
  const actions = createActions(state, connect<TimeContract>(host.channel), toaster);
  const stopPersisting = effect(() => host.store.write({ choices: state.choices.value, form: state.form.value } satisfies PersistedState));

  render(<TimePage parts={{ state, actions }} toaster={toaster} />, root);
  void actions.start();
  const stops = [
    stopPersisting,
    keepFocusInPage(() => root.querySelector<HTMLElement>(".time-steps .button")),
    listenForPageKeys(actions, (key, event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      if (key === "t") actions.showToday();
      else if (key === "[") actions.step(-1);
      else if (key === "]") actions.step(1);
      else if (key === "n") actions.add(null, null);
      else return false;
      return true;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    render(null, root);
  };
}
