// Mounts the settings page in a page: in VSCode, in a test or in the gallery.
import { effect } from "@preact/signals";
import { render } from "preact";
import type { SettingsContract } from "../contract/settings/settingsPage.ts";
import type { Host } from "../shared/host.ts";
import { keepFocusInPage } from "../shared/keyboard/firstFocus.ts";
import { listenForPageKeys } from "../shared/keyboard/pageKeys.ts";
import { createToaster } from "../shared/messages/toaster.ts";
import { connect } from "../shared/rpc.ts";
import { SettingsPage } from "./SettingsPage.tsx";
import { createActions } from "./state/actions.ts";
import { SettingsContext } from "./state/context.ts";
import { createState, readPersistedState } from "./state/state.ts";
import type { PersistedState } from "./state/state.ts";

/** Mounts the page. Returns a function that removes it. */
export function mountSettings(root: HTMLElement, host: Host): () => void {
  root.classList.add("settings-page");
  const state = createState(readPersistedState(host.store.read()));
  const toaster = createToaster();
  const actions = createActions(state, connect<SettingsContract>(host.channel), toaster);
  const persisting = effect(() => {
    host.store.write({ text: state.text.value, drafts: state.drafts.value, open: state.open.value } satisfies PersistedState);
  });
  render(
    <SettingsContext.Provider value={{ state, actions }}>
      <SettingsPage toaster={toaster} />
    </SettingsContext.Provider>,
    root,
  );
  void actions.start();
  const findSearch = (): HTMLElement | null => root.querySelector(".settings-search input");
  const stops = [
    persisting,
    keepFocusInPage(findSearch),
    listenForPageKeys(actions, (key, event) => {
      if (key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return false;
      findSearch()?.focus();
      return true;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    render(null, root);
  };
}
