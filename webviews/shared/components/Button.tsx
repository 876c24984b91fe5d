// A button: with words, or an icon that has its words in a tooltip.
import type { ComponentChildren, Ref } from "preact";
import { Icon } from "./Icons.tsx";

export interface ButtonProps {
  /** Said and shown as tooltip when there are no words inside; a verb. */
  label?: string;
  icon?: string;
  kind?: "plain" | "primary" | "secondary" | "outlined" | "link";
  disabled?: boolean;
  /** For a switch: whether it is on. */
  pressed?: boolean;
  class?: string;
  onClick?: (event: MouseEvent) => void;
  children?: ComponentChildren;
  buttonRef?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { label, icon, kind = "plain", disabled = false, pressed, class: extra = "", onClick, children, buttonRef } = props;
  const bare = children === undefined;
  return (
    <button
      type="button"
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
