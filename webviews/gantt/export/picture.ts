// Renders the whole chart as SVG for printing: all expanded rows, with its own time axis and
// colors. Pure.
// Invariant: text of the project never becomes markup.
import { t } from "@vscode/l10n";
import { closedStretches } from "../time/calendar.ts";
import { dayText, markText, shortDay } from "../time/dayNames.ts";
import { unitsFor, xOf } from "../time/scale.ts";
import type { Scale } from "../time/scale.ts";
import { marksOf } from "../../shared/time/units.ts";
import type { Mark } from "../../shared/time/units.ts";
import { spanOf } from "../time/bars.ts";
import { axisHeight, lineHeight } from "../chart/scene.ts";
import { headingText, isParent } from "../state/tree.ts";
import { element, truncateText, text, widthOf } from "../../shared/picture/svgText.ts";
import type { Picture } from "../../shared/picture/raster.ts";
import { barShapes } from "./pictureBars.ts";
import { legendOf } from "./pictureLegend.ts";
import { linkShapes } from "./pictureLinks.ts";
import { printTheme } from "./printTheme.ts";
import type { PictureInput } from "./pictureInput.ts";

const margin = 16;
const caption = 34;
const band = 20;
const axis = axisHeight + band;
const grid = { title: 270, start: 78, due: 78 };
const gridWidth = grid.title + grid.start + grid.due;
const legendHeight = 46;
/** Maximum width of a milestone's name, in pixels. */
const widestMilestone = 200;

export function pictureOf(input: PictureInput): Picture {
  const { rows, px } = input;
  const span = spanOf({ ...input, rows: [...rows], milestones: [...input.milestones] }, input.mode);
  const before = Math.ceil(Math.max(2, 24 / px));
  const origin = span.first - before;
  const bars = rows.map((row, at) => barShapes(row, at * lineHeight, { origin, days: 0, px }, input));
  const milestoneEnds = input.milestones.map(({ day, name }) => (day + 1 - origin) * px + 8 + Math.min(widestMilestone, widthOf(name, 11)));
  const reach = [...bars.map((bar) => bar.reach), ...milestoneEnds].reduce((most, right) => Math.max(most, right), (span.last + 1 - origin) * px);
  const scale: Scale = { origin, days: Math.ceil((reach + margin) / px), px };
  const sheet = Math.ceil(scale.days * px);
  const top = margin + caption + axis;
  const left = margin + gridWidth;
  const body = rows.length * lineHeight;
  const legend = legendOf(input);
  const width = Math.max(left + sheet, margin + legend.width) + margin;
  const height = top + body + legendHeight + margin;
  const parts = [
    element("rect", { width, height, fill: printTheme.page }),
    captionOf(input),
    element("g", { transform: `translate(${left} ${margin + caption})` }, axisOf(input, scale)),
    element("g", { transform: `translate(${left} ${top})` }, [
      ...closedOf(input, scale),
      ...rowLines(rows.length, sheet),
      ...marksOf(unitsFor(px).large, scale.origin, scale.origin + scale.days).filter(({ first }) => first > scale.origin).map((mark) => upright(xOf(scale, mark.first), body, printTheme.line)),
      ...milestoneLines(input, scale, body),
      upright(xOf(scale, input.today), body + 4, printTheme.today, 1.5),
      element("text", { x: xOf(scale, input.today), y: body + 15, "text-anchor": "middle", "font-size": 11, fill: printTheme.today }, [text(t("Today"))]),
      element("g", { fill: "none", "stroke-width": 1.2 }, linkShapes(input, scale)),
      ...bars.flatMap(({ shapes }) => shapes),
    ]),
    element("g", { transform: `translate(${margin} ${top})` }, gridOf(input)),
    upright(left, axis + body, printTheme.lineStrong, 1, margin + caption),
    element("g", { transform: `translate(${margin} ${top + body + 12})` }, legend.shapes),
  ];
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": "sans-serif",
    "font-size": 12,
    fill: printTheme.text,
  };
  const svg = element("svg", attributes, [element("title", {}, [text(input.title)]), ...parts]);
  return { svg: `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`, width, height };
}

function captionOf({ title, today, locale }: PictureInput): string {
  return element("g", {}, [
    element("text", { x: margin, y: margin + 16, "font-size": 16, "font-weight": "bold" }, [text(title)]),
    element("text", { x: margin + widthOf(title, 16) * 1.08 + 12, y: margin + 16, fill: printTheme.muted }, [text(dayText(today, "named", locale))]),
  ]);
}

function axisOf({ px, locale, milestones }: PictureInput, scale: Scale): string[] {
  const { large, small } = unitsFor(px);
  const until = scale.origin + scale.days;
  const width = scale.days * px;
  const names = (unit: typeof large, y: number, fill: string): string[] =>
    marksOf(unit, scale.origin, until).map((mark) => nameOf(mark, markText(unit, mark, px, locale), scale, y, fill));
  return [
    element("rect", { width, height: axis, fill: printTheme.axis }),
    ...names(large, 15, printTheme.text),
    ...names(small, 33, printTheme.muted),
    element("path", { d: `M0 20H${width}M0 ${axisHeight - 4}H${width}M0 ${axis}H${width}`, stroke: printTheme.line }),
    ...milestones.map(({ day, name }, at) => {
      const x = xOf(scale, day + 1);
      const next = milestones[at + 1];
      const room = next === undefined ? widestMilestone : xOf(scale, next.day + 1) - x - 20;
      return element("g", { fill: printTheme.milestone }, [
        element("path", { d: `M${x} ${axis - 15}l5 5 -5 5 -5 -5z` }),
        ...(room < 20 ? [] : [element("text", { x: x + 8, y: axis - 6, "font-size": 11 }, [text(truncateText(name, room, 11))])]),
      ]);
    }),
  ];
}

function nameOf({ first, after }: Mark, name: string, scale: Scale, y: number, fill: string): string {
  const from = Math.max(0, xOf(scale, first));
  const room = xOf(scale, after) - from - 6;
  return room < widthOf("00", 12) ? "" : element("text", { x: from + 4, y, fill }, [text(truncateText(name, room, 12))]);
}

/** Non-working days: one box for adjacent rows with the same calendar. */
function closedOf({ rows, calendars, px }: PictureInput, scale: Scale): string[] {
  if (px < 3) return [];
  const boxes: string[] = [];
  let first = 0;
  for (let at = 1; at <= rows.length; at += 1) {
    const calendar = rows[first]?.calendar ?? 0;
    if (at < rows.length && (rows[at]?.calendar ?? 0) === calendar) continue;
    const hours = calendars[calendar];
    for (const [from, after] of hours === undefined ? [] : closedStretches(hours, scale.origin, scale.origin + scale.days)) {
      boxes.push(element("rect", { x: xOf(scale, from), y: first * lineHeight, width: (after - from) * px, height: (at - first) * lineHeight, fill: printTheme.closed }));
    }
    first = at;
  }
  return boxes;
}

function rowLines(count: number, width: number): string[] {
  const lines = Array.from({ length: count + 1 }, (_, at) => `M${-gridWidth} ${at * lineHeight}H${width}`);
  return [element("path", { d: lines.join(""), stroke: printTheme.line })];
}

function milestoneLines({ milestones }: PictureInput, scale: Scale, height: number): string[] {
  return milestones.map(({ day }) =>
    element("path", { d: `M${xOf(scale, day + 1)} 0V${height}`, stroke: printTheme.milestone, "stroke-dasharray": "4 3" }),
  );
}

function upright(x: number, height: number, stroke: string, width = 1, y = 0): string {
  return element("path", { d: `M${x} ${y}v${height}`, stroke, "stroke-width": width });
}

/** Returns the baseline of a line's text. */
function baseOf(at: number): number {
  return at * lineHeight + 18;
}

function gridOf({ rows, locale, group, names, today }: PictureInput): string[] {
  const heads = [
    { x: 4, name: t("Task") },
    { x: grid.title, name: t("Start") },
    { x: grid.title + grid.start, name: t("Due") },
  ].map(({ x, name }) => element("text", { x, y: -13, fill: printTheme.muted }, [text(name)]));
  const titles = rows.map((row, at) => {
    const indent = 4 + Math.min(row.depth, 8) * 14;
    const bold = isParent(row);
    const title = row.status === undefined ? headingText(row, group, names.get(row.title)) : row.title;
    const size = bold ? 13 : 12;
    return element("text", { x: indent, y: baseOf(at), ...(bold && { "font-weight": "bold" }) }, [text(truncateText(title, grid.title - indent - 10, size))]);
  });
  const day = (number: number | undefined, x: number, at: number): string =>
    number === undefined ? "" : element("text", { x, y: baseOf(at), "font-size": 11 }, [text(shortDay(number, today, locale))]);
  const dates = rows.flatMap((row, at) => [day(row.start, grid.title, at), day(row.due, grid.title + grid.start, at)]);
  // A nested SVG clips titles that are too wide in the viewer's font.
  const column = element("svg", { x: 0, y: 0, width: grid.title - 6, height: Math.max(1, rows.length * lineHeight) }, titles);
  return [...heads, column, ...dates];
}
