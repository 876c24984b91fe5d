// A codicon. It is decoration unless it has a label.

export interface IconProps {
  name: string;
  /** Says what the icon alone says. */
  label?: string;
  class?: string;
}

export function Icon({ name, label, class: extra = "" }: IconProps) {
  const named = label === undefined ? ({ "aria-hidden": true } as const) : ({ role: "img", "aria-label": label } as const);
  return <span class={`codicon codicon-${name} ${extra}`} title={label} {...named} />;
}
