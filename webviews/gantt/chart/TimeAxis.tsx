// Time axis of two lines, with milestones. Stays visible while rows scroll.
import { t } from "@vscode/l10n";
import { Icon } from "../../shared/components/Icons.tsx";
import { useGantt } from "../state/context.ts";
import { dayText, markText } from "../time/dayNames.ts";
import type { Viewport } from "./viewport.ts";
import { marksOf } from "../../shared/time/units.ts";
import { placeOfName, unitsFor, xOf } from "../time/scale.ts";
import type { Mark, Unit } from "../../shared/time/units.ts";

export function TimeAxis({ viewport }: { viewport: Viewport }) {
  const { state } = useGantt();
  const scale = viewport.scale.value;
  const { left, right } = viewport.window.value;
  const { large, small } = unitsFor(scale.px);
  const [from, to] = [scale.origin + left / scale.px, scale.origin + right / scale.px];
  const { today } = state.view.value;
  return (
    <div class="axis" aria-hidden="true">
      <Line unit={large} marks={marksOf(large, from, to)} viewport={viewport} />
      <Line unit={small} marks={marksOf(small, from, to)} viewport={viewport} small />
      <Milestones viewport={viewport} />
      <span class="today-flag" style={{ left: `${xOf(scale, today + 0.5)}px` }}>
        {t("Today")}
      </span>
    </div>
  );
}

function Line({ unit, marks, viewport, small = false }: { unit: Unit; marks: readonly Mark[]; viewport: Viewport; small?: boolean }) {
  const { state } = useGantt();
  const scale = viewport.scale.value;
  const locale = state.locale.value;
  const { today } = state.view.value;
  return (
    <div class={small ? "axis-line small" : "axis-line"}>
      {marks.map((mark) => (
        <span
          key={mark.first}
          class={small && mark.first <= today && today < mark.after ? "axis-mark now" : "axis-mark"}
          style={{ left: `${xOf(scale, mark.first)}px`, width: `${(mark.after - mark.first) * scale.px}px` }}
        >
          <span class="axis-label">
            {unit === "day" && scale.px >= 34 && <span class="faint">{dayText(mark.first, "weekday", locale)} </span>}
            {markText(unit, mark, scale.px, locale)}
          </span>
        </span>
      ))}
    </div>
  );
}

function Milestones({ viewport }: { viewport: Viewport }) {
  const { state } = useGantt();
  const { milestones, today } = state.view.value;
  const scale = viewport.scale.value;
  const locale = state.locale.value;
  return (
    <div class="milestones">
      {milestones.map(({ name, day, late }, at) => {
        const x = xOf(scale, day + 1);
        const next = milestones[at + 1];
        const { begin, room } = placeOfName(x, xOf(scale, today + 0.5), next === undefined ? Infinity : xOf(scale, next.day + 1));
        const facts = [name, dayText(day, "named", locale), ...(late > 0 ? [late === 1 ? t("1 task is late") : t("{0} tasks are late", late)] : [])];
        return (
          <span key={name} class={late > 0 ? "milestone late" : "milestone"} style={{ left: `${x}px` }} title={facts.join("\n")}>
            <span class="diamond" />
            {room > 24 && (
              <span class="milestone-name clipped" style={{ marginInlineStart: `${begin}px`, maxWidth: `${room}px` }}>
                {name}
                {late > 0 && <Icon name="warning" />}
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}
