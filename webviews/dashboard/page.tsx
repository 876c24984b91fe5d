// The dashboard of a project as a page.
import "../shared/theme/base.css";
import "./dashboard.css";
import { createPage } from "../shared/pages/createPage.tsx";
import { gestures } from "./components/gestures.ts";
import { DashboardPage } from "./DashboardPage.tsx";
import { DashboardContext, createActions } from "./state/actions.ts";
import { createState, readPersistedState } from "./state/state.ts";

export const mountDashboard = createPage({
  page: "dashboard",
  gestures,
  readPersistedState,
  createState,
  createActions,
  context: DashboardContext,
  persist: ({ scroll, draft }) => ({ scroll: scroll.value, draft: draft.value }),
  Page: DashboardPage,
  // The only keys of its own are those for undo and redo.
  keysOf: () => () => false,
});
