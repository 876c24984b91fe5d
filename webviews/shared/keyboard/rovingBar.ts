// One tab stop for a whole toolbar; arrow keys move between buttons.

/** Sets up the toolbar. Returns a function that ends this. */
export function rovingBar(bar: HTMLElement): () => void {
  let current: HTMLElement | null = null;

  function allButtons(): HTMLButtonElement[] {
    return [...bar.querySelectorAll("button")].filter((button) => button.closest("[popover]") === null);
  }

  function buttons(): HTMLButtonElement[] {
    return allButtons().filter((button) => !button.disabled && button.checkVisibility());
  }

  function settle(): void {
    const all = buttons();
    if (current === null || !all.some((button) => button === current)) current = all[0] ?? null;
    // Hidden ones too: they may be shown later without a notice.
    for (const button of allButtons()) button.tabIndex = button === current ? 0 : -1;
  }

  function onFocusIn({ target }: FocusEvent): void {
    const button = buttons().find((other) => other === target);
    if (button === undefined) return;
    current = button;
    settle();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const all = buttons();
    const at = all.findIndex((button) => button === event.target);
    if (at < 0) return;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    all.at(next % all.length)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  bar.addEventListener("focusin", onFocusIn);
  bar.addEventListener("keydown", onKeyDown);
  // Also reports the initial size after the first layout; checking visibility earlier would force
  // an extra one.
  const sizes = new ResizeObserver(settle);
  sizes.observe(bar);
  const comings = new MutationObserver(settle);
  comings.observe(bar, { childList: true, subtree: true, attributeFilter: ["disabled", "data-yields"] });
  return () => {
    sizes.disconnect();
    comings.disconnect();
    bar.removeEventListener("focusin", onFocusIn);
    bar.removeEventListener("keydown", onKeyDown);
  };
}
