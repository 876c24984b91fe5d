// Strips at the sides of the board: the columns beyond its edge, and those that are hidden.
import { t } from "@vscode/l10n";
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Status } from "../../contract/generated/protocol.ts";
import { StatusIcon } from "../../shared/components/Icons.tsx";
import { statusName } from "../../shared/text/names.ts";
import { useBoard } from "../actions/actions.ts";

/** Columns of which less than this is visible are beyond the edge: too little to read the name. */
const VISIBLE_SHARE = 0.25;
/** The strip at the start covers this much of the board; `--strip` in `strips.css`. */
const STRIP_PX = 34;

interface Beyond {
  start: readonly Status[];
  end: readonly Status[];
}

export function EdgeStrips({ board }: { board: RefObject<HTMLElement | null> }) {
  const { state } = useBoard();
  const shown = state.columns.value;
  const filtered = (state.query.value.filter.statuses ?? []).length > 0;
  const hidden = filtered ? [] : state.hiddenColumns.value;
  const { start, end } = useBeyond(board, shown);
  const scrollTo = (status: Status) => (): void => headerOf(board.current, status)?.scrollIntoView({ block: "nearest", inline: "center" });
  const show = (status: Status) => (): void => {
    state.hiddenColumns.value = state.hiddenColumns.peek().filter((other) => other !== status);
  };
  const marksOf = (statuses: readonly Status[], choose: (status: Status) => () => void, isHidden: boolean) =>
    statuses.map((status) => <Mark key={status} status={status} isHidden={isHidden} choose={choose(status)} />);
  return (
    <>
      {start.length > 0 && (
        <div class="edge-side start">
          <div class="edge-strip">{marksOf(start, scrollTo, false)}</div>
        </div>
      )}
      {end.length + hidden.length > 0 && (
        <div class="edge-side end">
          <div class="edge-strip">
            {marksOf(end, scrollTo, false)}
            {marksOf(hidden, show, true)}
          </div>
        </div>
      )}
    </>
  );
}

/** Arrow keys reach columns beyond the edge, so only hidden ones are tab stops. */
function Mark({ status, isHidden, choose }: { status: Status; isHidden: boolean; choose: () => void }) {
  const { state } = useBoard();
  const name = statusName(status);
  const total = state.board.value.columns.find((column) => column.status === status)?.total ?? 0;
  const label = isHidden ? t("Show hidden column {0}", name) : t("Go to column {0}", name);
  return (
    <button type="button" class={isHidden ? "edge-mark hidden-column" : "edge-mark"} tabIndex={isHidden ? 0 : -1} title={label} onClick={choose}>
      <StatusIcon status={status} />
      <span class="edge-name">{name}</span>
      <span class="count">{total}</span>
    </button>
  );
}

function headerOf(board: HTMLElement | null, status: Status): HTMLElement | null {
  return board?.querySelector(`[data-column="${status}"]`) ?? null;
}

function useBeyond(board: RefObject<HTMLElement | null>, shown: readonly Status[]): Beyond {
  const [beyond, setBeyond] = useState<Beyond>({ start: [], end: [] });
  const names = shown.join(" ");
  useLayoutEffect(() => {
    const root = board.current;
    if (root === null) return undefined;
    const sides = new Map<Element, keyof Beyond | undefined>();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio, boundingClientRect, rootBounds } of entries) {
          const isLeft = boundingClientRect.left < (rootBounds?.left ?? 0);
          sides.set(target, intersectionRatio >= VISIBLE_SHARE ? undefined : isLeft ? "start" : "end");
        }
        const on = (side: keyof Beyond): Status[] => shown.filter((status) => sides.get(headerOf(root, status) ?? root) === side);
        setBeyond({ start: on("start"), end: on("end") });
      },
      { root, threshold: VISIBLE_SHARE, rootMargin: `0px 0px 0px -${STRIP_PX}px` },
    );
    for (const status of shown) {
      const header = headerOf(root, status);
      if (header !== null) watch.observe(header);
    }
    return () => watch.disconnect();
  }, [board, names]);
  return beyond;
}
