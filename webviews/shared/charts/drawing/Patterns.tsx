// Hatchings over areas and bars, so that neighbors differ without color.
import type { Pattern, Series } from "../data/model.ts";

const strokes: Record<Exclude<Pattern, "plain">, string> = {
  rising: "M-2 2l4 -4M0 8l8 -8M6 10l4 -4",
  falling: "M-2 6l4 4M0 0l8 8M6 -2l4 4",
  upright: "M2 0v8M6 0v8",
  level: "M0 2h8M0 6h8",
  dots: "M2 2h0.01M6 6h0.01",
};

/** Returns the ID of the hatching of a series. Keys may be any text, such as names of persons. */
export function fillId(id: string, key: string): string {
  return `${id}-${key.replaceAll(/[^a-z0-9-]/giu, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}_`)}`;
}

export function PatternDefs({ id, series }: { id: string; series: readonly Series[] }) {
  return (
    <defs>
      {series.map((one) => {
        const pattern = one.kind === "area" || one.kind === "bars" ? one.pattern : "plain";
        if (pattern === "plain") return null;
        return (
          <pattern key={one.key} id={fillId(id, one.key)} width={8} height={8} patternUnits="userSpaceOnUse">
            <path class={`chart-hatch tone-${one.tone} ${pattern}`} d={strokes[pattern]} />
          </pattern>
        );
      })}
    </defs>
  );
}
