// Places an element that floats over the page, such as a message, where it covers neither a button nor what has the focus.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";
import { freePlace } from "./freePlace.ts";
import type { Box, Side } from "./freePlace.ts";

const CONTROLS = 'button, a[href], input, select, textarea, [role="button"], .floating';
/** Lists are covered only where nothing else is free. */
const LISTS = "ul, ol";

/** Returns the reference for an element of the class `floating`; `content` is what its size depends on. */
export function useFloating(side: Side, content: unknown): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = (): void => {
      if (element.current !== null) placeClear(element.current, side);
    };
    place();
    // A press on a button of the element focuses it: the element must not move away before the release.
    const placeUnlessUsed = (): void => {
      if (document.activeElement?.closest(".floating") == null) place();
    };
    const stop = new AbortController();
    for (const name of ["resize", "focusin", "scrollend"]) window.addEventListener(name, placeUnlessUsed, { signal: stop.signal, capture: true });
    // A button may appear below it, as those of a panel do when its answer arrives.
    let frame = 0;
    const arriving = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(placeUnlessUsed);
    });
    arriving.observe(document.body, { childList: true, subtree: true });
    return () => {
      stop.abort();
      arriving.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [side, content]);
  return element;
}

function placeClear(element: HTMLElement, side: Side): void {
  const controls = boxesOf(CONTROLS, element);
  const focus = focusBox(element);
  const strict = [...controls, ...focus];
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const { left, top } = freePlace(size, { width: window.innerWidth, height: window.innerHeight }, side, [
    [...strict, ...boxesOf(LISTS, element)],
    strict,
    controls,
  ]);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

/** Returns the boxes of visible elements, except those of open menus, which are in front of everything. */
function boxesOf(selector: string, floating: HTMLElement): Box[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((other) => !floating.contains(other) && other.closest("[popover]") === null && other.checkVisibility({ contentVisibilityAuto: true }))
    .map((other) => other.getBoundingClientRect());
}

function focusBox(floating: HTMLElement): Box[] {
  const focused = document.activeElement;
  return focused === null || focused === document.body || floating.contains(focused) ? [] : [focused.getBoundingClientRect()];
}
