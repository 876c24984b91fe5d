// Time axis of two lines, with milestones. Stays visible while rows scroll.
import { useComputed } from "@preact/signals";
import { t } from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import { Icon } from "../../shared/components/Icons.tsx";
import { useGantt } from "../state/actions.ts";
import { noLocale } from "../../shared/text/language.ts";
import { milestoneFacts } from "../../shared/text/names.ts";
import { countText } from "../../shared/text/numbers.ts";
import { dayText, markText } from "../time/dayNames.ts";
import { textWidth } from "./labels.ts";
import { axisHeight, milestoneHeight } from "./scene.ts";
import { milestoneWidth } from "./viewport.ts";
import type { Sight, Viewport } from "./viewport.ts";
import { marksOf } from "../../shared/time/units.ts";
import { middleOfFlag, placeOfName, unitsFor, xOf } from "../time/scale.ts";
import type { PlaceOfName, Scale } from "../time/scale.ts";
import type { Mark, Unit } from "../../shared/time/units.ts";

export function TimeAxis({ viewport }: { viewport: Viewport }) {
  const scale = viewport.scale.value;
  const { left, right } = viewport.window.value;
  const { large, small } = unitsFor(scale.px);
  const [from, to] = [scale.origin + left / scale.px, scale.origin + right / scale.px];
  return (
    <div class="axis" aria-hidden="true">
      <Line unit={large} marks={marksOf(large, from, to)} viewport={viewport} />
      <Line unit={small} marks={marksOf(small, from, to)} viewport={viewport} small />
      <Milestones viewport={viewport} />
      <TodayFlag viewport={viewport} />
    </div>
  );
}

function TodayFlag({ viewport }: { viewport: Viewport }) {
  const { state } = useGantt();
  // Computed, so that scrolling renders it only at an edge of the view.
  const middle = useComputed(() => middleOfFlag(xOf(viewport.scale.value, state.view.value.today + 0.5), viewport.sight.value));
  return (
    <span class="today-flag" style={{ left: `${middle.value}px` }}>
      {t("Today")}
    </span>
  );
}

/** Sizes of the axis' texts relative to labels of bars; names of months are bold. */
const smallText = 0.95;
const largeText = 1.2;

function nameWidth(name: string, small: boolean): number {
  return textWidth(name) * (small ? smallText : largeText) + 12;
}

/** Returns whether an edge of the view leaves a range too little room for its name. */
function isCut({ first, after }: Mark, scale: Scale, { left, right }: Sight, width: number): boolean {
  const [begin, end] = [xOf(scale, first), xOf(scale, after)];
  const isAtEdge = (begin < left && end > left) || (begin < right && end > right);
  return isAtEdge && Math.min(end, right) - Math.max(begin, left) < width;
}

function Line({ unit, marks, viewport, small = false }: { unit: Unit; marks: readonly Mark[]; viewport: Viewport; small?: boolean }) {
  const { state } = useGantt();
  const scale = viewport.scale.value;
  const locale = state.locale.value;
  const { today } = state.view.value;
  const texts = marks.map((mark) => ({ mark, weekday: unit === "day" && scale.px >= 34, text: markText(unit, mark, scale.px, locale) }));
  // A text, so that scrolling renders nothing while the same names are left out.
  const cut = useComputed(() => {
    const { sight, scale: days } = viewport;
    // Read here too: names are empty until the locale is known.
    return state.locale.value === noLocale
      ? ""
      : texts.filter(({ mark, weekday, text }) => isCut(mark, days.value, sight.value, nameWidth(weekday ? `W ${text}` : text, small))).map(({ mark }) => mark.first).join(" ");
  });
  const hidden = new Set(cut.value.split(" "));
  return (
    <div class={small ? "axis-line small" : "axis-line"}>
      {texts.map(({ mark, text, weekday }) => (
        <span
          key={mark.first}
          class={small && mark.first <= today && today < mark.after ? "axis-mark now" : "axis-mark"}
          style={{ left: `${xOf(scale, mark.first)}px`, width: `${(mark.after - mark.first) * scale.px}px` }}
        >
          {!hidden.has(String(mark.first)) && (
            <span class="axis-label">
              {weekday && <span class="faint">{dayText(mark.first, "weekday", locale)} </span>}
              {text}
            </span>
          )}
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
  const xs = milestones.map(({ day }) => xOf(scale, day + 1));
  const lines = viewport.milestoneLines.value;
  /** Where the names behind the diamonds end. */
  const ends = milestones.map((milestone, at) => (xs[at] ?? 0) + milestoneWidth(milestone));
  const drops = lines.map((line) => line * milestoneHeight);
  const placesIn = (sight: Sight): PlaceOfName[] =>
    milestones.map((milestone, at) => {
      const isNeighbour = (_: number, other: number): boolean => lines[other] === lines[at];
      const before = xs.slice(0, at).findLastIndex(isNeighbour);
      const previous = before < 0 ? -Infinity : (ends[before] ?? 0);
      const next = xs.find((x, other) => other > at && isNeighbour(x, other)) ?? Infinity;
      const flag = lines[at] === 0 ? middleOfFlag(xOf(scale, today + 0.5), sight) : -Infinity;
      return placeOfName(xs[at] ?? 0, milestoneWidth(milestone), { today: flag, previous, next, right: sight.right });
    });
  // A text, so that scrolling renders nothing while the names keep their places.
  const known = useComputed(() => JSON.stringify([viewport.scale.value, state.view.value.milestones, viewport.milestoneLines.value, placesIn(viewport.sight.value)]));
  const places = useMemo(() => placesIn(viewport.sight.peek()), [known.value]);
  return (
    <div class="milestones" style={{ height: `${viewport.headHeight.value - axisHeight}px` }}>
      {milestones.map((milestone, at) => {
        const { name, day, late } = milestone;
        const { isBefore, begin, room } = places[at] ?? { isBefore: false, begin: 0, room: 0 };
        const about = milestoneFacts(milestone);
        const facts = [name, ...(about === "" ? [] : [about]), dayText(day, "named", locale), ...(late > 0 ? [late === 1 ? t("1 task is late") : t("{0} tasks are late", countText(late, locale))] : [])];
        return (
          <span key={name} class={late > 0 ? "milestone late" : "milestone"} style={{ left: `${xs[at] ?? 0}px`, bottom: `${drops[at] ?? 0}px`, "--drop": `${drops[at] ?? 0}px` }} title={facts.join("\n")}>
            <span class="diamond" />
            {room > 24 && (
              <span class={isBefore ? "milestone-name before clipped" : "milestone-name clipped"} style={{ marginInlineStart: `${begin}px`, maxWidth: `${room}px` }}>
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
