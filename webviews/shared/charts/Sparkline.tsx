// The course of a value in the size of a word: without axes, for a figure that says the value.
import { max, min } from "d3-array";
import { line } from "d3-shape";
import { scaleLinear } from "d3-scale";
import type { Tone } from "./data/model.ts";

const width = 96;
const height = 20;
/** Room for half of the stroke. */
const edge = 1;

/** Renders nothing for fewer than two values. */
export function Sparkline({ values, tone }: { values: readonly number[]; tone: Tone }) {
  if (values.length < 2) return null;
  const x = scaleLinear([0, values.length - 1], [edge, width - edge]);
  const y = scaleLinear([min(values) ?? 0, max(values) ?? 0], [height - edge, edge]);
  const path = line<number>()
    .x((_, index) => x(index))
    .y((value) => y(value))
    .digits(1);
  return (
    <svg class="sparkline" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path class={`chart-line tone-${tone}`} d={path([...values]) ?? ""} />
    </svg>
  );
}
