// Grid and chart in one scroller: CSS keeps the grid at the left and the time axis at the top.
import { effect } from "@preact/signals";
import { t } from "@vscode/l10n";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { draggable } from "../shared/drag/drag.ts";
import { createBarDrag } from "./drag/barDrag.ts";
import { Chart } from "./chart/chart.ts";
import { chartDrag } from "./drag/chartDrag.ts";
import { useGantt } from "./state/actions.ts";
import { gridKeys } from "./input/keys.ts";
import { onChartClick, onChartContextMenu, onChartDoubleClick, onChartMove, onChartWheel, onRowHover } from "./input/mouse.ts";
import { createViewport } from "./chart/viewport.ts";
import { sceneOf } from "./chart/sceneOf.ts";
import { Divider } from "./grid/Splitters.tsx";
import { Grid, GridHead } from "./grid/Grid.tsx";
import { Loads } from "./chart/Loads.tsx";
import { TimeAxis } from "./chart/TimeAxis.tsx";
import { Questions } from "./grid/Questions.tsx";
import { Tip } from "./chart/Tip.tsx";

function NoDates() {
  const { state } = useGantt();
  const rows = state.rows.value;
  const none = rows.length > 0 && rows.every(({ start, due, actualStart }) => start === undefined && due === undefined && actualStart === undefined);
  if (!none) return null;
  return <p class="no-dates">{t("No task has dates yet. Drag on a row, enter dates in the list, or use Auto-schedule.")}</p>;
}

export function ChartView() {
  const parts = useGantt();
  const { state, actions } = parts;
  const viewport = useMemo(() => createViewport(state), [state]);
  // Set for the first layout; the viewport changes them later.
  const measures = useMemo(() => viewport.measures.peek(), [viewport]);
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  const edges = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (scroller.current === null || sheet.current === null || svg.current === null || labels.current === null || edges.current === null) return undefined;
    const elements = { scroller: scroller.current, sheet: sheet.current, svg: svg.current };
    const detach = viewport.attach(elements);
    const chart = new Chart(elements.svg, labels.current, edges.current);
    const scene = sceneOf(state, viewport);
    const stopDrawing = effect(() => chart.draw(scene.value, viewport.window.value));
    const stopSeeing = effect(() => chart.see(viewport.sight.value));
    const barDrag = createBarDrag(state, actions);
    const drag = draggable(elements.sheet, chartDrag(state, actions, viewport, barDrag, elements));
    barDrag.onLost(drag.cancel);
    const keys = gridKeys(parts, barDrag);
    const mouse = { parts, viewport, chart, ...elements };
    const stop = new AbortController();
    const { signal } = stop;
    elements.sheet.addEventListener("keydown", keys.down, { signal });
    window.addEventListener("keyup", keys.up, { signal });
    window.addEventListener("blur", keys.up, { signal });
    elements.sheet.addEventListener("click", onChartClick(mouse), { signal });
    elements.sheet.addEventListener("dblclick", onChartDoubleClick(mouse), { signal });
    elements.sheet.addEventListener("contextmenu", onChartContextMenu(mouse), { signal });
    elements.svg.addEventListener("pointermove", onChartMove(mouse), { signal });
    elements.sheet.addEventListener("pointermove", onRowHover(mouse), { signal });
    elements.sheet.addEventListener("pointerleave", () => chart.hover(-1), { signal });
    elements.scroller.addEventListener("wheel", onChartWheel(mouse), { signal, passive: false });
    return () => {
      stop.abort();
      drag.dispose();
      barDrag.dispose();
      stopDrawing();
      stopSeeing();
      detach();
    };
  }, [parts, viewport]);

  return (
    <div class="chart-frame">
      <div
        ref={scroller}
        class="chart-scroller"
        data-vscode-context={JSON.stringify({ webviewSection: "gantt", preventDefaultContextMenuItems: true })}
      >
        <div
          ref={sheet}
          class="sheet"
          style={measures}
          role="treegrid"
          aria-label={t("Tasks")}
          aria-rowcount={state.shown.value.length + 1}
          aria-colcount={viewport.columns.value.length}
          aria-multiselectable="true"
          aria-describedby="grid-help"
        >
          <div class="head" role="rowgroup">
            <GridHead viewport={viewport} />
            <TimeAxis viewport={viewport} />
          </div>
          <div class="body" role="presentation">
            <Grid viewport={viewport} />
            <div class="chart-place" role="presentation" aria-hidden="true">
              <svg ref={svg} class="chart" aria-hidden="true" focusable="false" />
              <div ref={labels} class="labels" />
              <div ref={edges} class="edges" />
              <Tip viewport={viewport} />
            </div>
          </div>
          <Loads viewport={viewport} />
        </div>
      </div>
      <NoDates />
      <p id="grid-help" class="visually-hidden">
        {t("Enter opens, Space picks up the bar, F2 edits, Alt+arrow keys move, L adds a dependency.")}
      </p>
      <Divider viewport={viewport} />
      <Questions />
    </div>
  );
}
