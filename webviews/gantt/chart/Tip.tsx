// The small window at a bar: what a drag would mean, or why something was refused.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { translateText } from "../../shared/text/names.ts";
import { datesText, linkWords } from "../state/dragText.ts";
import { stretchOf } from "./bars.ts";
import type { Carried } from "../state/dragState.ts";
import { useGantt } from "../state/context.ts";
import { dated } from "../state/pendingDates.ts";
import type { Port } from "./viewport.ts";
import { xOf } from "../time/scale.ts";
import { lineHeight } from "./scene.ts";
import { rowOf } from "../state/state.ts";

export function Tip({ port }: { port: Port }) {
  const { state } = useGantt();
  const carried = state.carried.value;
  const notice = state.notice.value;
  if (carried?.kind === "dates") {
    const row = rowOf(state, carried.key);
    const dates = carried.dates.get(carried.key);
    return row === undefined || dates === undefined ? null : <DragTip port={port} row={dated(row, dates)} carried={carried} />;
  }
  if (carried?.kind === "link") {
    const key = carried.to?.key ?? carried.key;
    const row = rowOf(state, key);
    return row === undefined ? null : (
      <Box port={port} row={row}>
        <p>{linkWords(state, carried)}</p>
      </Box>
    );
  }
  // What is to be answered is outside of the chart, which screen readers do not enter.
  const row = notice === null || notice.wanted !== undefined ? undefined : rowOf(state, notice.key);
  if (notice === null || row === undefined) return null;
  return (
    <Box port={port} row={row} refused>
      <p>
        <Icon name="error" /> {notice.text}
      </p>
    </Box>
  );
}

function DragTip({ port, row, carried }: { port: Port; row: GanttRow; carried: Extract<Carried, { kind: "dates" }> }) {
  const { state } = useGantt();
  const { proposal } = carried;
  const others = proposal?.moves.filter(({ follows }) => follows).length ?? 0;
  const late = proposal?.late.length ?? 0;
  const { push } = state.switches.value;
  return (
    <Box port={port} row={row}>
      <p>{datesText(state, row, row)}</p>
      {carried.dates.size > 1 && <p>{t("{0} tasks together", carried.dates.size)}</p>}
      {others > 0 && <p>{push ? pushedText(others) : leftText(others)}</p>}
      {late > 0 && (
        <p>
          <Icon name="warning" /> {late === 1 ? t("1 task would be late") : t("{0} tasks would be late", late)}
        </p>
      )}
      {proposal !== null && proposal.refusal !== null && (
        <p>
          <Icon name="error" /> {translateText(proposal.refusal.text)}
        </p>
      )}
    </Box>
  );
}

function pushedText(others: number): string {
  return others === 1 ? t("Takes 1 dependant along; Alt leaves it") : t("Takes {0} dependants along; Alt leaves them", others);
}

function leftText(others: number): string {
  return others === 1 ? t("Leaves 1 dependant; Alt takes it along") : t("Leaves {0} dependants; Alt takes them along", others);
}

/** What is drawn reaches so far beyond what is seen, to the sides and down. */
const beyond = { left: 420, right: 820, lines: 12 };

/** Below the row's bar, or above where there is no room below; in sight wherever the bar is. */
function Box({ port, row, refused = false, children }: { port: Port; row: GanttRow; refused?: boolean; children: ComponentChildren }) {
  const { state } = useGantt();
  const line = state.lines.value[state.places.value.get(row.key) ?? 0] ?? 0;
  const stretch = stretchOf(row);
  const { left, right, after } = port.window.value;
  const x = stretch === null ? 0 : xOf(port.scale.value, stretch.first);
  const inside = Math.max(left + beyond.left, Math.min(x, right - beyond.right));
  const above = line > 4 && line >= after - beyond.lines - (state.choices.value.showWorkload ? state.view.value.loads.length : 0);
  const classes = ["tip", refused && "refused", above && "above"].filter(Boolean).join(" ");
  return (
    <div class={classes} style={{ left: `${inside}px`, top: `${(line + (above ? 0 : 1)) * lineHeight + (above ? -2 : 2)}px` }}>
      {children}
    </div>
  );
}
