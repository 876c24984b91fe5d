// Remembers how far the list was scrolled.

/** Calls back with the position when the list stops scrolling, until the returned function is called. */
export function onListScroll(root: HTMLElement, receive: (position: number) => void): () => void {
  const onScroll = ({ target }: Event): void => {
    if (target instanceof HTMLElement && target.classList.contains("list-rows")) receive(target.scrollTop);
  };
  // Scroll events do not bubble.
  root.addEventListener("scrollend", onScroll, true);
  return () => root.removeEventListener("scrollend", onScroll, true);
}

export function scrollList(root: HTMLElement, position: number): void {
  const list = root.querySelector(".list-rows");
  if (list !== null) list.scrollTop = position;
}
