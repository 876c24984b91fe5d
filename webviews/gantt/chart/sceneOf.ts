// Derives the scene from the state.
import { computed } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { DragState } from "../state/dragState.ts";
import type { Dates } from "../state/pendingDates.ts";
import type { Viewport } from "./viewport.ts";
import type { Scene } from "./scene.ts";
import type { GanttState } from "../state/state.ts";

const noLinks: Scene["links"] = [];
const nowhere: ReadonlyMap<string, Dates> = new Map();

export function sceneOf(state: GanttState, viewport: Viewport): ReadonlySignal<Scene> {
  const ghosts = computed(() => ghostsOf(state.drag.value, state));
  const movedRows = computed(() => {
    const drag = state.drag.value;
    return new Set([...state.pendingDates.value.flatMap(({ dates }) => [...dates.keys()]), ...(drag?.kind === "dates" ? drag.dates.keys() : [])]);
  });
  return computed(() => {
    const { links, calendars, milestones, today } = state.view.value;
    const { critical, slack, daysOff, links: showsLinks } = state.switches.value;
    const drag = state.drag.value;
    return {
      rows: state.rows.value,
      shown: state.shown.value,
      lines: state.lines.value,
      links: showsLinks ? links : noLinks,
      calendars,
      milestones,
      today,
      scale: viewport.scale.value,
      mode: state.choices.value.mode,
      critical,
      slack,
      daysOff,
      isEditable: state.readOnly.value === null && state.choices.value.mode !== "actual",
      selected: state.currentSelection.value.keys,
      focused: state.focus.value?.key ?? null,
      draggedDates: drag?.kind === "dates" ? drag.dates : nowhere,
      movedRows: movedRows.value,
      ghosts: ghosts.value,
      link: state.link.value,
      draftLink: drag?.kind === "link" ? { from: { key: drag.key, end: drag.end }, to: drag.to, pointer: drag.pointer } : null,
      locale: state.locale.value,
    };
  });
}

/** Returns the dates that a drag would push; without a drag, those of the panel, and without a panel, those of all open proposals, the oldest first. */
function ghostsOf(drag: DragState | null, state: GanttState): ReadonlyMap<string, Dates> {
  const hasPanel = state.isScheduling.value || state.shownProposal.value !== null;
  const shown = hasPanel ? state.ghosts.value : state.openProposals.value.toReversed().flatMap(({ moves }) => moves);
  const moves = drag?.kind === "dates" ? (drag.proposal?.moves ?? []) : shown;
  const own = drag?.kind === "dates" ? drag.dates : nowhere;
  return new Map(moves.filter(({ key }) => !own.has(key)).map(({ key, start, due }) => [key, { start, due }]));
}
