// Keeps a visible focus in a page that has the keyboard, for users without a mouse.
import { isTextField } from "./typing.ts";

/**
 * Whenever the page has the focus but no element does, focuses the last focused element, else the
 * result of `find`, as soon as there is one; not during a pointer press. Browsers remove the focus
 * from an element when another document of the window gets it, as the command palette does. Returns
 * a function that ends this.
 */
export function keepFocusInPage(find: () => HTMLElement | null): () => void {
  const stop = new AbortController();
  const always = { signal: stop.signal, capture: true };
  let pointed = false;
  let last: HTMLElement | null = null;
  const begin = (): void => {
    if (pointed || !document.hasFocus() || document.activeElement !== document.body) return;
    if (last?.isConnected === true) last.focus({ preventScroll: true });
    if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
  };
  // The content may arrive after the page has got the focus. It is painted first, since focusing a
  // part of it would lay the page out once more before that.
  const arriving = new MutationObserver(() => requestAnimationFrame(() => setTimeout(begin)));
  arriving.observe(document.body, { childList: true, subtree: true });
  for (const done of ["focusin", "pointerdown"]) window.addEventListener(done, () => arriving.disconnect(), always);
  window.addEventListener("focusin", ({ target }) => (last = target instanceof HTMLElement ? target : null), always);
  window.addEventListener("pointerdown", () => (pointed = true), always);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (pointed = false), always);
  window.addEventListener("focus", (event) => event.target === window && begin(), always);
  begin();
  return () => {
    arriving.disconnect();
    stop.abort();
  };
}

/** What can have the focus by Tab. */
const STOPS = 'a[href], button:not(:disabled, [tabindex="-1"]), input:not(:disabled), select:not(:disabled), [tabindex="0"]';

/** What is not content: the ways to other things, heads of columns, and what only sizes the page. */
const NOT_CONTENT = "[role=toolbar], [role=tablist], [role=separator], [role=columnheader], .grid-head, .head-actions, [popover], .filter-row, .banner";

/** What the user has chosen. */
const CHOSEN = '[aria-current="true"], [aria-selected="true"]';

/**
 * Finds what has the focus first: in the content of the page, what is chosen, else the first item;
 * never a text field, which would take the next key, nor a toolbar, which is the way to other
 * things.
 */
export function findInContent(body: ParentNode): HTMLElement | null {
  const stops = [...body.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => !isTextField(stop) && stop.closest(NOT_CONTENT) === null);
  return stops.find((stop) => stop.matches(CHOSEN) && stop.checkVisibility()) ?? stops.find((stop) => stop.checkVisibility()) ?? null;
}
