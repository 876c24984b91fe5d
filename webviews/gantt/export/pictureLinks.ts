// Arrows of a picture, routed as in the chart. Pure.
import type { GanttRow } from "../../contract/generated/protocol.ts";
import { barsOf } from "../time/bars.ts";
import { arrowHead, roundedPath, route } from "../routing/routing.ts";
import { xOf } from "../time/scale.ts";
import type { Scale } from "../time/scale.ts";
import { lineHeight } from "../chart/scene.ts";
import { element } from "../../shared/picture/svgText.ts";
import type { SvgText } from "../../shared/picture/svgText.ts";
import { printTheme } from "./printTheme.ts";
import type { PictureInput } from "./pictureInput.ts";

interface Ends {
  left: number;
  right: number;
  y: number;
}

/** Maximum number of lines in which arrows avoid bars. */
const farthest = 60;

export function linkShapes({ rows, links, mode, today, critical }: PictureInput, scale: Scale): SvgText[] {
  const ends = rows.map((row, at) => endsOf(row, at, scale, mode, today));
  const crosses = (x: number, top: number, bottom: number): number => {
    let count = 0;
    const from = Math.floor(top / lineHeight) + 1;
    const to = Math.min(Math.floor(bottom / lineHeight), from + farthest);
    for (let at = from; at < to; at += 1) {
      const bar = ends[at];
      if (bar !== undefined && bar !== null && bar.left < x && x < bar.right) count += 1;
    }
    return count;
  };
  return links.flatMap(({ from, to, kind, broken = false, critical: decisive = false }) => {
    const [a, b] = [ends[from], ends[to]];
    if (a === undefined || a === null || b === undefined || b === null) return [];
    const spots = route({ from: a, to: b, kind }, crosses);
    const color = broken ? printTheme.broken : critical && decisive ? printTheme.critical : printTheme.link;
    return [
      element("path", { d: roundedPath(spots), stroke: color, ...(broken && { "stroke-dasharray": "4 3" }) }),
      element("path", { d: arrowHead(spots), fill: color }),
    ];
  });
}

function endsOf(row: GanttRow, at: number, scale: Scale, mode: PictureInput["mode"], today: number): Ends | null {
  const { plan, actual } = barsOf(row, mode, today);
  const stretch = plan ?? actual;
  if (stretch === null) return null;
  return { left: xOf(scale, stretch.first), right: xOf(scale, stretch.after), y: at * lineHeight + lineHeight / 2 };
}
