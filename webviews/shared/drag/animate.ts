// Animates an element from its old position to its new one.

export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.body.classList.contains("vscode-reduce-motion");
}

/** Does nothing if the user prefers reduced motion. */
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
