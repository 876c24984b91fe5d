// Draws long columns step by step: first what can be in sight, so that the board is seen at once, then the rest in steps
// between which the page answers. A place that was scrolled to has to be there at once: then everything is drawn.
import { effect } from "@preact/signals";
import type { BoardState } from "../board/state/state.ts";

/** As high as most cards are; what is missing below lower ones comes with the next step. */
const usual = 84;
/** So many cards at once are not felt. */
const step = 200;
/** A step looks at all cards that are drawn already, so that very long boards take larger ones. */
const share = 1 / 4;

/** How many cards of a column a window has room for. */
export function inSight(): number {
  return Math.ceil(window.innerHeight / usual);
}

/** Draws on until every card is drawn, again whenever there are more. */
export function drawOn({ board, drawn }: Pick<BoardState, "board" | "drawn">): () => void {
  let frame = 0;
  const unfinished = (): number => board.value.columns.filter(({ cards }) => cards.length > drawn.value).length;
  const more = (): void => {
    frame = 0;
    drawn.value += Math.ceil(Math.max(step / Math.max(1, unfinished()), drawn.value * share));
  };
  const stop = effect(() => {
    // A frame begins before it is painted; what comes after it may take its time.
    if (unfinished() > 0 && frame === 0) frame = requestAnimationFrame(() => setTimeout(more));
  });
  return () => {
    cancelAnimationFrame(frame);
    stop();
  };
}
