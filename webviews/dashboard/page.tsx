// The dashboard of a project as a page.
import "../shared/theme/base.css";
import "./dashboard.css";
import { createPage } from "../shared/createPage.tsx";
import { DashboardPage } from "./DashboardPage.tsx";
import { DashboardContext, createActions } from "./state/actions.ts";
import { createState, readPersistedState } from "./state/state.ts";

export const mountDashboard = createPage({
  readPersistedState,
  createState,
  createActions,
  context: DashboardContext,
  persist: ({ scroll, draft }) => ({ scroll: scroll.value, draft: draft.value }),
  Page: DashboardPage,
  findFirstFocus: (root) => root.querySelector(".empty .button") ?? root.querySelector(".panels button") ?? root.querySelector(".dashboard button"),
  // The only keys of its own are those for undo and redo.
  keysOf: () => () => false,
});
