// The scale at which everything fits, with the names that stand behind short bars. Pure.
import type { Span } from "./scale.ts";

/** A bar with its name. */
export interface NamedBar {
  first: number;
  after: number;
  /** Width of the name in pixels. */
  name: number;
}

export interface Fit {
  px: number;
  /** Pixels before the first day. */
  lead: number;
}

/** A scale, and the days that it shows. */
export interface FittedDays extends Fit, Span {}

/** Free room at both edges, and what a name needs beside its bar for marks and handles, in pixels. */
const edge = 16;
const besideBar = 24;
/** Days are at least this share as wide as without names; names that then do not fit are cut off at the edge. */
const leastShare = 0.75;
/** A short plan is centred, with at most this share of the chart before it. */
const greatestLead = 0.15;
const MAX_PASSES = 5;

/** Returns the end of a bar with its name in pixels from the first day. A long bar holds its name. */
function endOf({ first, after, name }: NamedBar, start: number, px: number): number {
  return (after - start) * px + ((after - first) * px >= name + besideBar ? 0 : name + besideBar);
}

/** Returns the scale at which the span and the names fit into a width, at most `greatest` pixels a day. */
export function fitInto({ first, last }: Span, bars: readonly NamedBar[], width: number, greatest: number): Fit {
  const room = Math.max(1, width - 2 * edge);
  const bare = room / (last - first + 1);
  let px = Math.min(bare, greatest);
  // Narrower days make more names stand behind their bars.
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    let next = px;
    for (const bar of bars) if (endOf(bar, first, px) > room) next = Math.min(next, (room - bar.name - besideBar) / (bar.after - first));
    if (next === px) break;
    px = Math.max(next, Math.min(px, bare * leastShare));
  }
  const end = bars.reduce((most, bar) => Math.max(most, endOf(bar, first, px)), (last - first + 1) * px);
  return { px, lead: Math.round(Math.max(edge, Math.min(width * greatestLead, (width - end) / 2))) };
}
