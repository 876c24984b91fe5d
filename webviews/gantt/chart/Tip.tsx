// The tooltip at a bar: the effect of a drag, or why a change was refused.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { countText } from "../../shared/text/numbers.ts";
import { translateText } from "../../shared/text/names.ts";
import { latenessById } from "../proposal/proposal.ts";
import { datesText, linkText } from "../state/dragText.ts";
import { stretchOf } from "../time/bars.ts";
import type { DragState } from "../state/dragState.ts";
import { useGantt } from "../state/actions.ts";
import { withDates } from "../state/pendingDates.ts";
import type { Viewport } from "./viewport.ts";
import { xOf } from "../time/scale.ts";
import { lineHeight } from "./scene.ts";
import { rowOf } from "../state/state.ts";

export function Tip({ viewport }: { viewport: Viewport }) {
  const { state } = useGantt();
  const drag = state.drag.value;
  const notice = state.notice.value;
  if (drag?.kind === "dates") {
    const row = rowOf(state, drag.key);
    const dates = drag.dates.get(drag.key);
    return row === undefined || dates === undefined ? null : <DragTip viewport={viewport} row={withDates(row, dates)} drag={drag} />;
  }
  if (drag?.kind === "link") {
    const key = drag.to?.key ?? drag.key;
    const row = rowOf(state, key);
    return row === undefined ? null : (
      <Box viewport={viewport} row={row}>
        <p>{linkText(state, drag)}</p>
      </Box>
    );
  }
  // Questions are shown outside of the chart, which screen readers skip.
  const row = notice === null || notice.missingEstimate !== undefined ? undefined : rowOf(state, notice.key);
  if (notice === null || row === undefined) return null;
  return (
    <Box viewport={viewport} row={row} refused>
      <p>
        <Icon name="error" /> {notice.text}
      </p>
    </Box>
  );
}

function DragTip({ viewport, row, drag }: { viewport: Viewport; row: GanttRow; drag: Extract<DragState, { kind: "dates" }> }) {
  const { state } = useGantt();
  const { proposal } = drag;
  const followers = proposal?.followers ?? 0;
  const late = proposal === null ? 0 : latenessById(proposal).size;
  const counted = (count: number): string => countText(count, state.locale.value);
  const { push } = state.switches.value;
  return (
    <Box viewport={viewport} row={row}>
      <p>{datesText(state, row, row)}</p>
      {drag.dates.size > 1 && <p>{t("{0} tasks together", counted(drag.dates.size))}</p>}
      {followers > 0 && <p>{push ? pushedText(followers, counted(followers)) : stayingText(followers, counted(followers))}</p>}
      {late > 0 && (
        <p>
          <Icon name="warning" /> {late === 1 ? t("1 task would be late") : t("{0} tasks would be late", counted(late))}
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

function pushedText(followers: number, counted: string): string {
  return followers === 1 ? t("Moves 1 dependent task too; hold Alt to leave it") : t("Moves {0} dependent tasks too; hold Alt to leave them", counted);
}

function stayingText(followers: number, counted: string): string {
  return followers === 1 ? t("1 dependent task stays; hold Alt to move it too") : t("{0} dependent tasks stay; hold Alt to move them too", counted);
}

/** How many lines the rendered window extends below the visible part. */
const linesBeyond = 12;
/** Greatest width of the tip, and its distance from the edges of the chart, in pixels. */
const widest = 420;
const gap = 8;

/**
 * Below the row's bar, or above if there is no room; always visible. It ends at the right edge of
 * the chart where it might not fit beside the start of the bar.
 */
function Box({ viewport, row, refused = false, children }: { viewport: Viewport; row: GanttRow; refused?: boolean; children: ComponentChildren }) {
  const { state } = useGantt();
  const line = state.lines.value[state.places.value.get(row.key) ?? 0] ?? 0;
  const stretch = stretchOf(row);
  const { after } = viewport.window.value;
  const { left, right } = viewport.sight.value;
  const scale = viewport.scale.value;
  const x = Math.max(left + gap, stretch === null ? 0 : xOf(scale, stretch.first));
  const place = x + widest + gap <= right ? { left: `${x}px` } : { right: `${Math.round(scale.days * scale.px) - right + gap}px` };
  const above = line > 4 && line >= after - linesBeyond - (state.choices.value.showWorkload ? state.view.value.loads.length : 0);
  const classes = ["tip", refused && "refused", above && "above"].filter(Boolean).join(" ");
  const width = { maxWidth: `${Math.min(widest, right - left - 2 * gap)}px` };
  return (
    <div class={classes} style={{ ...place, ...width, top: `${(line + (above ? 0 : 1)) * lineHeight + (above ? -2 : 2)}px` }}>
      {children}
    </div>
  );
}
