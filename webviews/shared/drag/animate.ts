// Lets something glide to where it is from where it was, by an animation that leaves nothing behind.

export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.body.classList.contains("vscode-reduce-motion");
}

/** Nothing moves for those who asked for less motion. */
export function animateFrom(element: Element, from: DOMRect): void {
  if (prefersReducedMotion()) return;
  const to = element.getBoundingClientRect();
  const across = from.left - to.left;
  const down = from.top - to.top;
  if (across === 0 && down === 0) return;
  element.animate([{ transform: `translate(${across}px, ${down}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }], {
    duration: 220,
    easing: "cubic-bezier(0.2, 0, 0, 1)",
  });
}
