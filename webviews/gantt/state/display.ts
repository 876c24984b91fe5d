// What the chart displays besides the filter, as a view stores it.
import type { Display } from "../../contract/common.ts";
import { readGanttQuery } from "../../contract/queries.ts";
import { ganttModes } from "../../contract/generated/values.ts";
import type { GanttState } from "./state.ts";

/** The switches that say what is displayed. The others say how bars move, and where the list is. */
const switchNames = ["critical", "slack", "links", "daysOff", "table"] as const;

export function displayOf({ choices, query, switches }: Pick<GanttState, "choices" | "query" | "switches">): Display {
  const { group, sort, mode, showWorkload } = choices.value;
  const { foldFinished } = query.value;
  return { group, sort, mode, loads: showWorkload, foldFinished, ...Object.fromEntries(switchNames.map((name) => [name, switches.value[name]])) };
}

/** Reads what a view displays; what is missing or invalid stays as it is. */
export function readDisplay(display: Display) {
  const { group, sort, loads } = readGanttQuery(display);
  const { foldFinished } = display;
  return {
    query: {
      ...(group !== undefined && { group }),
      ...(sort !== undefined && { sort }),
      ...(loads !== undefined && { loads }),
      ...(typeof foldFinished === "boolean" && { foldFinished }),
    },
    mode: ganttModes.find((mode) => mode === display["mode"]),
    switches: Object.fromEntries(switchNames.flatMap((name) => (typeof display[name] === "boolean" ? [[name, display[name]]] : []))),
  };
}
