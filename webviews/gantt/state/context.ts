// What every part of the chart needs: what is shown and what can be done.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Actions } from "./actions.ts";
import type { GanttState } from "./state.ts";

export interface GanttParts {
  state: GanttState;
  actions: Actions;
}

export const GanttContext = createContext<GanttParts | null>(null);

export function useGantt(): GanttParts {
  const parts = useContext(GanttContext);
  if (parts === null) throw new Error("A part of the chart was drawn outside of it.");
  return parts;
}
