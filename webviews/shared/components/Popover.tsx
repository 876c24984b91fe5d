// A button that opens a small panel, and its positioning.
import type { ComponentChildren, TargetedToggleEvent } from "preact";
import { Icon } from "./Icons.tsx";
import { useId, useRef, useState } from "preact/hooks";

export interface PopoverProps {
  /** Tooltip; also the accessible name if the button has no text. */
  label: string;
  icon?: string;
  class?: string;
  /** Text of the button beside its icon. */
  children?: ComponentChildren;
  content: () => ComponentChildren;
}

export function Popover({ label, icon, class: extra = "", children, content }: PopoverProps) {
  const { open, opener, panel } = usePopover((dialog) => dialog.querySelector<HTMLElement>('button, input, select, [tabindex="0"]'));
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

/**
 * Returns the props of a button and of its popover. The browser closes the popover and restores the
 * focus; `first` finds the element to focus.
 */
export function usePopover(first: (panel: HTMLElement) => HTMLElement | null | undefined) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const onBeforeToggle = ({ target, currentTarget, newState }: TargetedToggleEvent<HTMLElement>): void => {
    // Events of nested popovers bubble to this handler.
    if (target !== currentTarget) return;
    if (newState === "open") setOpen(true);
    // For nested popovers the browser restores the focus only after the outermost.
    else if (button.current?.closest("[popover]") != null && currentTarget.contains(document.activeElement)) button.current.focus();
  };

  const onToggle = ({ target, currentTarget, newState }: TargetedToggleEvent<HTMLElement>): void => {
    if (target !== currentTarget) return;
    // Keep the content until the browser has restored the focus.
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

function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  placeAt(popover, button.getBoundingClientRect());
}

export function placeAt(popover: HTMLElement, box: Box): void {
  const { width, height } = popover.getBoundingClientRect();
  const below = box.bottom + gap + height <= window.innerHeight || box.top < height;
  const top = below ? Math.min(box.bottom + gap, window.innerHeight - height - margin) : box.top - height - gap;
  popover.style.top = `${Math.max(margin, top)}px`;
  popover.style.left = `${Math.max(margin, Math.min(box.left, window.innerWidth - width - margin))}px`;
}
