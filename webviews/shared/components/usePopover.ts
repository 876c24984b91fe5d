// A button and what it opens. The popover is the browser's own: it closes by Escape or a click elsewhere and gives the focus back.
import type { TargetedToggleEvent } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { placeBeside } from "./place.ts";

/** `first` finds what gets the focus. Gives back what the two elements need, and whether there is to be something in the popover. */
export function usePopover(first: (panel: HTMLElement) => HTMLElement | null | undefined) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const onBeforeToggle = ({ target, currentTarget, newState }: TargetedToggleEvent<HTMLElement>): void => {
    // A popover inside tells of itself here as well.
    if (target !== currentTarget) return;
    if (newState === "open") setOpen(true);
    // Of popovers within each other the browser gives the focus back from the outermost alone.
    else if (button.current?.closest("[popover]") != null && currentTarget.contains(document.activeElement)) button.current.focus();
  };

  const onToggle = ({ target, currentTarget, newState }: TargetedToggleEvent<HTMLElement>): void => {
    if (target !== currentTarget) return;
    // What is inside stays until the browser has given the focus back from there.
    if (newState === "closed") setOpen(false);
    if (newState !== "open" || button.current === null) return;
    placeBeside(currentTarget, button.current);
    first(currentTarget)?.focus();
  };

  return {
    open,
    close: (): void => document.getElementById(id)?.hidePopover(),
    opener: { "type": "button", "ref": button, "aria-expanded": open, "popovertarget": id },
    panel: { id, popover: "auto", onBeforeToggle, onToggle },
  } as const;
}
