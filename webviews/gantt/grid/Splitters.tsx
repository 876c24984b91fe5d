// Handles that resize a column and the grid, by pointer and by arrow keys.
import { t } from "@vscode/l10n";
import { useGantt } from "../state/actions.ts";
import type { Column } from "../state/columns.ts";
import type { Viewport } from "../chart/viewport.ts";
import { columnName } from "../state/columns.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";

const MIN_COLUMN_WIDTH = 40;
const KEY_STEP = 16;

interface SplitterProps {
  label: string;
  class: string;
  value: number;
  min: number;
  max: number;
  resize: (width: number) => void;
  onDouble?: () => void;
}

function Splitter({ label, class: name, value, min, max, resize, onDouble }: SplitterProps) {
  const to = (width: number): void => resize(Math.round(Math.max(min, Math.min(max, width))));
  return (
    <div
      class={`splitter ${name}`}
      role="separator"
      tabindex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      data-still
      onDblClick={onDouble}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = event.clientX - value;
        const handle = event.currentTarget;
        const move = ({ clientX }: PointerEvent): void => to(clientX - from);
        handle.addEventListener("pointermove", move);
        handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), { once: true });
      }}
      onKeyDown={(event) => {
        const width = { ArrowLeft: value - KEY_STEP, ArrowRight: value + KEY_STEP, Home: min, End: max }[event.key];
        if (width === undefined) return;
        to(width);
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

export function ColumnHandle({ column }: { column: Column }) {
  const { state } = useGantt();
  return (
    <Splitter
      class="column-handle"
      label={t("Width of column {0}", columnName(column))}
      value={state.widths.value[column]}
      min={column === "title" ? 120 : MIN_COLUMN_WIDTH}
      max={800}
      resize={(width) => {
        state.chosenWidths.value = { ...state.chosenWidths.peek(), [column]: width };
      }}
    />
  );
}

export function Divider({ viewport }: { viewport: Viewport }) {
  const { state, actions } = useGantt();
  const { grid } = state.switches.value;
  const width = viewport.gridWidth.value;
  return (
    <div class={grid ? "divider" : "divider closed"} style={{ left: `${width}px` }}>
      {grid && (
        <Splitter
          class="divider-handle"
          label={t("Width of the task list")}
          value={width}
          min={80}
          max={Math.max(80, Math.round(state.room.value.width - 160))}
          resize={(next) => {
            state.grid.value = next;
          }}
          onDouble={() => actions.toggleSwitch("grid")}
        />
      )}
      {grid && (
        <div class="columns-button">
          <ColumnsMenu viewport={viewport} />
        </div>
      )}
      <button
        type="button"
        class={`divider-button codicon codicon-${grid ? "chevron-left" : "chevron-right"}`}
        title={grid ? t("Hide the task list") : t("Show the task list")}
        aria-label={grid ? t("Hide the task list") : t("Show the task list")}
        onClick={() => actions.toggleSwitch("grid")}
      />
    </div>
  );
}
