// Where the keyboard begins: a page that has the focus and shows it nowhere leaves a person without a mouse in the dark.

/** Gives the focus to what `find` finds whenever the page has it and nothing on it has, unless a pointer brought it. The returned function ends that. */
export function beginAt(find: () => HTMLElement | null): () => void {
  const stop = new AbortController();
  const always = { signal: stop.signal, capture: true };
  let pointed = false;
  const begin = (): void => {
    if (!pointed && document.hasFocus() && document.activeElement === document.body) find()?.focus({ preventScroll: true });
  };
  window.addEventListener("pointerdown", () => (pointed = true), always);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (pointed = false), always);
  window.addEventListener("focus", (event) => event.target === window && begin(), always);
  begin();
  return () => stop.abort();
}
