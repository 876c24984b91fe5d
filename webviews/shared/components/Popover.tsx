// A button that opens a small panel of controls.
import type { ComponentChildren } from "preact";
import { Icon } from "./Icon.tsx";
import { usePopover } from "./usePopover.ts";

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
