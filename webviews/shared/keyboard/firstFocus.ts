// Keeps a visible focus in a page that has the keyboard, for users without a mouse.

/**
 * Whenever the page has the focus but no element does, focuses the last focused element, else the
 * result of `find`, as soon as there is one; not during a pointer press. Browsers remove the focus from an element when
 * another document of the window gets it, as the command palette does. Returns a function that ends
 * this.
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
  // The content may arrive when the page has had the focus for a while. It is painted before it is
  // focused, which would lay it out once more.
  const arriving = new MutationObserver(() => requestAnimationFrame(() => setTimeout(beginOnce)));
  arriving.observe(document.body, { childList: true, subtree: true });
  stop.signal.addEventListener("abort", () => stopAwaiting());
  let isAwaited = true;
  const beginOnce = (): void => {
    if (isAwaited) begin();
  };
  const stopAwaiting = (): void => {
    isAwaited = false;
    arriving.disconnect();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    stopAwaiting();
    last = target instanceof HTMLElement ? target : null;
  };
  const onPoint = (): void => {
    stopAwaiting();
    pointed = true;
  };
  window.addEventListener("focusin", onFocus, always);
  window.addEventListener("pointerdown", onPoint, always);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (pointed = false), always);
  window.addEventListener("focus", (event) => event.target === window && begin(), always);
  begin();
  return () => stop.abort();
}
