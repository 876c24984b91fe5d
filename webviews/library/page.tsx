// The library as a page.
import "../shared/theme/base.css";
import "./library.css";
import { createPage } from "../shared/pages/createPage.tsx";
import { gestures } from "./gestures.ts";
import { LibraryPage } from "./LibraryPage.tsx";
import { LibraryContext, createActions } from "./state/actions.ts";
import { createState, readPersistedState } from "./state/state.ts";

export const mountLibrary = createPage({
  page: "library",
  gestures,
  classes: ["list-page", "library-page"],
  readPersistedState,
  createState,
  createActions,
  context: LibraryContext,
  persist: ({ query, drafts, scroll }) => ({ query: query.value, drafts: drafts.value, scroll: scroll.value }),
  Page: LibraryPage,
  // Only undo and redo.
  keysOf: () => () => false,
});
