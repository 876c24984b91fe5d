// Where a popover goes: below its button where there is room, else above it; never past the edge of the page.

const gap = 2;
const margin = 4;

type Box = Pick<DOMRect, "left" | "top" | "bottom">;

export function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  placeAt(popover, button.getBoundingClientRect());
}

export function placeAt(popover: HTMLElement, box: Box): void {
  const { width, height } = popover.getBoundingClientRect();
  const below = box.bottom + gap + height <= window.innerHeight || box.top < height;
  const top = below ? Math.min(box.bottom + gap, window.innerHeight - height - margin) : box.top - height - gap;
  popover.style.top = `${Math.max(margin, top)}px`;
  popover.style.left = `${Math.max(margin, Math.min(box.left, window.innerWidth - width - margin))}px`;
}
