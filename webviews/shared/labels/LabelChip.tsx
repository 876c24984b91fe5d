// A label with the dot of its color. The name keeps the color of the text, so it is readable in
// every theme.
import type { ComponentChildren } from "preact";
import type { ProjectView } from "../../contract/generated/protocol.ts";

/** Returns the color of a label as `#rrggbb`, or an empty text. */
export function labelColor(project: ProjectView | undefined, label: string): string {
  return project?.labelColors?.find((known) => known.label === label)?.color ?? "";
}

/** The dot before a label; nothing without a color. */
export function LabelDot({ color }: { color: string }) {
  return color === "" ? null : <span class="label-dot" style={{ background: color }} />;
}

interface Props {
  color: string;
  /** The name of the label. */
  children: ComponentChildren;
}

export function LabelChip({ color, children }: Props) {
  // One element without a color, since a board has thousands of labels.
  if (color === "") return <span class="pill clipped">{children}</span>;
  return (
    <span class="pill">
      <LabelDot color={color} />
      <span class="clipped">{children}</span>
    </span>
  );
}
