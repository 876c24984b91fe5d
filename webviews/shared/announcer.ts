// Tells a screen reader what happened. Invariant: saying the same twice is heard twice.

let region: HTMLElement | undefined;

/** Says it when the screen reader is done with what it says now. */
export function announce(text: string): void {
  if (region === undefined || !region.isConnected) {
    region = document.createElement("div");
    region.className = "visually-hidden";
    region.setAttribute("role", "status");
    region.setAttribute("aria-live", "polite");
    document.body.append(region);
  }
  // A no-break space makes a repeated text a new one.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
