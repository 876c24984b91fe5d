// A button that opens a small panel of controls.
import type { ComponentChildren, TargetedToggleEvent } from "preact";
import { Icon } from "./Icons.tsx";
import { useId, useRef, useState } from "preact/hooks";

export interface PopoverProps {
  /** The tooltip, and the button's name when nothing stands in it. */
  label: string;
  icon?: string;
  class?: string;
  /** What stands in the button beside its icon. */
  children?: ComponentChildren;
  content: () => ComponentChildren;
}

export function Popover({ label, icon, class: extra = "", children, content }: PopoverProps) {
  const { open, opener, panel } = usePopover((dialog) => dialog.querySelector<HTMLElement>("button, input, select"));
  return (
    <>
      <button
        {...opener}
        class={`button ${children === undefined ? "icon-only" : ""} ${extra}`}
        title={label}
        aria-label={children === undefined ? label : undefined}
        aria-haspopup="dialog"
      >
        {icon !== undefined && <Icon name={icon} />}
        {children}
      </button>
      <div {...panel} role="dialog" aria-label={label}>
        {open && content()}
      </div>
    </>
  );
}

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
