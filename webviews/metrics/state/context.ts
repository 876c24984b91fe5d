// State and actions for every component of the page.
import { createRequiredContext } from "../../shared/context.ts";
import type { Actions } from "./actions.ts";
import type { MetricsState } from "./state.ts";

export interface MetricsParts {
  state: MetricsState;
  actions: Actions;
}

export const [MetricsContext, useMetrics] = createRequiredContext<MetricsParts>("metrics");
