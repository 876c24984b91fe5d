// A button that opens a small panel of controls. The browser closes it by Escape or a click elsewhere and gives the focus back.
import type { ComponentChildren, TargetedToggleEvent } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { Icon } from "./Icon.tsx";
import { placeBeside } from "./place.ts";

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
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const onToggle = (event: TargetedToggleEvent<HTMLElement>): void => {
    // A popover inside tells of itself here as well.
    if (event.target !== event.currentTarget) return;
    if (event.newState === "closed") setOpen(false);
    else if (button.current !== null) {
      placeBeside(event.currentTarget, button.current);
      event.currentTarget.querySelector<HTMLElement>("button, input, select")?.focus();
    }
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        class={`button ${children === undefined ? "icon-only" : ""} ${extra}`}
        title={label}
        aria-label={children === undefined ? label : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        popovertarget={id}
      >
        {icon !== undefined && <Icon name={icon} />}
        {children}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={(event) => event.target === event.currentTarget && event.newState === "open" && setOpen(true)}
        onToggle={onToggle}
      >
        {open && content()}
      </div>
    </>
  );
}
