// Announces messages to screen readers. Invariant: a repeated text is announced again.

let region: HTMLElement | undefined;

/** Announces a text after what is being read. */
export function announce(text: string): void {
  if (region === undefined || !region.isConnected) {
    region = document.createElement("div");
    region.className = "visually-hidden";
    region.setAttribute("role", "status");
    region.setAttribute("aria-live", "polite");
    document.body.append(region);
  }
  // A no-break space makes a repeated text different.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
