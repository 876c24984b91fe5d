// Gathers what the chart draws from the state.
import { computed } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { Carried } from "../state/dragState.ts";
import type { Dates } from "../state/pendingDates.ts";
import type { Port } from "./viewport.ts";
import type { Scene } from "./scene.ts";
import type { GanttState } from "../state/state.ts";

const nowhere: ReadonlyMap<string, Dates> = new Map();

export function sceneOf(state: GanttState, port: Port): ReadonlySignal<Scene> {
  const ghosts = computed(() => ghostsOf(state.carried.value, state));
  const loose = computed(() => {
    const carried = state.carried.value;
    return new Set([...state.pendingDates.value.flatMap(({ dates }) => [...dates.keys()]), ...(carried?.kind === "dates" ? carried.dates.keys() : [])]);
  });
  return computed(() => {
    const { links, calendars, milestones, today } = state.view.value;
    const { critical, slack } = state.switches.value;
    const carried = state.carried.value;
    return {
      rows: state.rows.value,
      shown: state.shown.value,
      lines: state.lines.value,
      links,
      calendars,
      milestones,
      today,
      scale: port.scale.value,
      mode: state.choices.value.mode,
      critical,
      slack,
      editable: state.readOnly.value === null && state.choices.value.mode !== "actual",
      selected: state.chosen.value.keys,
      focused: state.focus.value?.key ?? null,
      carried: carried?.kind === "dates" ? carried.dates : nowhere,
      loose: loose.value,
      ghosts: ghosts.value,
      link: state.link.value,
      tie: carried?.kind === "link" ? { from: { key: carried.key, end: carried.end }, to: carried.to, pointer: carried.pointer } : null,
      locale: state.locale.value,
    };
  });
}

/** What a drag would push; else what is proposed. */
function ghostsOf(carried: Carried | null, state: GanttState): ReadonlyMap<string, Dates> {
  const moves = carried?.kind === "dates" ? (carried.proposal?.moves ?? []) : state.ghosts.value;
  const own = carried?.kind === "dates" ? carried.dates : nowhere;
  return new Map(moves.filter(({ key }) => !own.has(key)).map(({ key, start, due }) => [key, { start, due }]));
}
