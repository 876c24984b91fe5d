// The settings as a page.
import "../shared/theme/base.css";
import "./settings.css";
import { createPage } from "../shared/pages/createPage.tsx";
import { gestures } from "./gestures.ts";
import { SettingsPage } from "./SettingsPage.tsx";
import { SettingsContext, createActions } from "./state/actions.ts";
import { createState, readPersistedState } from "./state/state.ts";

const findSearch = (root: ParentNode): HTMLElement | null => root.querySelector(".settings-search input");

export const mountSettings = createPage({
  page: "settings",
  gestures,
  classes: ["settings-page"],
  readPersistedState,
  createState,
  createActions,
  context: SettingsContext,
  persist: ({ text, drafts, open }) => ({ text: text.value, drafts: drafts.value, open: open.value }),
  Page: SettingsPage,
  keysOf: () => (key, event) => {
    if (key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return false;
    findSearch(document)?.focus();
    return true;
  },
});
