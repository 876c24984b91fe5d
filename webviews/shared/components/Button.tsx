// A button with text, or with an icon and a tooltip.
import type { ComponentChildren, Ref } from "preact";
import { Icon } from "./Icons.tsx";

export interface ButtonProps {
  /** Accessible name and tooltip; required without text. */
  label?: string;
  icon?: string;
  kind?: "plain" | "primary" | "secondary" | "outlined" | "link";
  disabled?: boolean;
  /** Whether it submits the form around it. */
  submits?: boolean;
  /** For a toggle: whether it is on. */
  pressed?: boolean;
  class?: string;
  onClick?: (event: MouseEvent) => void;
  children?: ComponentChildren;
  buttonRef?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { label, icon, kind = "plain", disabled = false, submits = false, pressed, class: extra = "", onClick, children, buttonRef } = props;
  const bare = children === undefined;
  return (
    <button
      type={submits ? "submit" : "button"}
      class={`button ${kind} ${bare ? "icon-only" : ""} ${extra}`}
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      ref={buttonRef ?? null}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
