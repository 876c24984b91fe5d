// Where the keyboard begins: a page that has the focus and shows it nowhere leaves a person without a mouse in the dark.

/**
 * Gives the focus to what had it last, else to what `find` finds, whenever the page has it and nothing on it has, unless a pointer brought it.
 * A browser takes the focus from an element when another document of the window gets it, as the command palette does. The returned function
 * ends that.
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
  window.addEventListener("focusin", ({ target }) => (last = target instanceof HTMLElement ? target : null), always);
  window.addEventListener("pointerdown", () => (pointed = true), always);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (pointed = false), always);
  window.addEventListener("focus", (event) => event.target === window && begin(), always);
  begin();
  return () => stop.abort();
}
