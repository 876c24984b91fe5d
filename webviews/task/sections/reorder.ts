// Reordering of criteria with the shared drag module: items are picked up by their grip, targets
// are list positions.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { announce } from "../../shared/messages/announcer.ts";
import { draggable } from "../../shared/drag/drag.ts";
import type { CriterionRow } from "../state/criterionRows.ts";

export interface RowDrag {
  key: string;
  /** The row's new position. */
  target: number | null;
}

/** Returns the row that is being dragged, if any. */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  rows: readonly CriterionRow[],
  enabled: boolean,
  move: (key: string, to: number) => void,
): RowDrag | null {
  const [current, setCurrent] = useState<RowDrag | null>(null);
  const now = useRef({ rows, move });
  now.current = { rows, move };

  useLayoutEffect(() => {
    const root = list.current;
    if (root === null || !enabled) return undefined;
    const indexOf = (key: string): number => now.current.rows.findIndex((row) => row.key === key);
    const itemOf = (key: string): string => now.current.rows[indexOf(key)]?.item ?? "";
    const drag = draggable<string, number>(root, {
      pick: (target) => target.closest(".grip")?.closest("li")?.dataset["key"] ?? null,
      lift(key, grip, by) {
        if (by === "keyboard") return null;
        const picture = document.createElement("div");
        picture.className = "criterion-picture";
        picture.textContent = itemOf(key);
        return { element: picture, of: grip.closest("li") ?? grip };
      },
      locate: (_, under, point) => (under !== null && root.contains(under) ? positionAt(root, point.y) : null),
      home: indexOf,
      step(_, target, step) {
        const last = now.current.rows.length - 1;
        if (step === "first" || step === "last") return step === "first" ? 0 : last;
        return Math.max(0, Math.min(last, target + (step === "up" ? -1 : step === "down" ? 1 : 0)));
      },
      show(key, target, by) {
        setCurrent({ key, target });
        if (by === "pointer" || target === null) return;
        const place = { item: itemOf(key), position: target + 1, total: now.current.rows.length };
        announce(t("{item}: position {position} of {total}. Space drops it, Escape leaves it where it was.", place));
      },
      drop(key, target) {
        setCurrent(null);
        now.current.move(key, target);
      },
      cancel(key) {
        setCurrent(null);
        announce(t("{item} stays where it was.", { item: itemOf(key) }));
      },
    });
    return () => drag.dispose();
  }, [enabled, list]);

  return current;
}

/** Returns the position of the row at a height; outside of the list, the nearest one. */
function positionAt(root: HTMLElement, y: number): number {
  const rows = [...root.children];
  const index = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return index < 0 ? rows.length - 1 : index;
}
