// The sessions as a page.
import "../shared/theme/base.css";
import "./sessions.css";
import { createPage } from "../shared/pages/createPage.tsx";
import { gestures } from "./gestures.ts";
import { SessionsPage } from "./SessionsPage.tsx";
import { SessionsContext, createActions } from "./state/actions.ts";
import { createState, readPersistedState } from "./state/state.ts";

export const mountSessions = createPage({
  page: "sessions",
  gestures,
  classes: ["list-page", "sessions-page"],
  readPersistedState,
  createState,
  createActions,
  context: SessionsContext,
  persist: ({ query, scroll }) => ({ query: query.value, scroll: scroll.value }),
  Page: SessionsPage,
});
