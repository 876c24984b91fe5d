// Ranges of days that fit their width. The pointer, or the arrow keys, move a cursor over the rows.
import { t } from "@vscode/l10n";
import { useRef } from "preact/hooks";
import { CursorFrame } from "./CursorFrame.tsx";
import type { Ranges } from "./data/model.ts";
import { RangesSvg, rangesPlotOf, rowAt, rowHeight } from "./drawing/RangesSvg.tsx";
import { headings, rowTexts } from "./data/table.ts";
import { useCursor } from "./useCursor.ts";
import { useWidth } from "./useWidth.ts";

export function RangesPlot({ ranges, locale }: { ranges: Ranges; locale: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { at, setCursor, handlers } = useCursor({
    stops: ranges.rows.map((_, index) => index),
    keys: ["ArrowUp", "ArrowDown"],
    start: 0,
    spoken: (index) => factsOf(ranges, index, locale).join(", "),
  });
  const onPointerMove = ({ clientY }: PointerEvent): void => {
    const top = frame.current?.getBoundingClientRect().top;
    if (top !== undefined) setCursor(rowAt(clientY - top, ranges.rows.length));
  };
  const [title, ...facts] = at === null ? [] : factsOf(ranges, at, locale);
  return (
    <CursorFrame
      frame={frame}
      title={ranges.title}
      help={t("The up and down arrow keys move over the rows, Home and End to the first and the last.")}
      handlers={handlers}
      onPointerMove={onPointerMove}
    >
      {width > 0 && <RangesSvg ranges={ranges} plot={rangesPlotOf(ranges, width, locale)} locale={locale} at={at} />}
      {at !== null && (
        <div class="chart-tip" style={{ left: `${width * 0.35}px`, top: `${22 + (at + 1) * rowHeight}px` }} aria-hidden="true">
          <p class="chart-tip-title">{title}</p>
          {facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </div>
      )}
    </CursorFrame>
  );
}

/** Returns the name of a row, then each of its values with its name. */
function factsOf(ranges: Ranges, index: number, locale: string): string[] {
  const names = headings(ranges);
  const [name = "", ...values] = rowTexts(ranges, index, locale);
  return [name, ...values.flatMap((value, column) => (value === "" ? [] : [t("{0}: {1}", names[column + 1] ?? "", value)]))];
}
