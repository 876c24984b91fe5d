// The page with figures and charts.
import "../shared/theme/base.css";
import "./metrics.css";
import { createPage } from "../shared/pages/createPage.tsx";
import { gestures } from "./components/gestures.ts";
import { MetricsPage } from "./MetricsPage.tsx";
import { MetricsContext, createActions } from "./state/actions.ts";
import { readPersistedState } from "./state/persistedState.ts";
import { createState } from "./state/state.ts";

export const mountMetrics = createPage({
  page: "metrics",
  gestures,
  readPersistedState,
  createState,
  createActions,
  context: MetricsContext,
  persist: ({ choices, tables, open, scroll }) => ({ choices: choices.value, tables: [...tables.value], open: [...open.value], scroll: scroll.value }),
  Page: MetricsPage,
});
