// A section of the page with a heading; nothing without entries.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  title: string;
  /** Number of entries. */
  count: number;
  /** Beside the heading, instead of the number. */
  detail?: string;
  children: ComponentChildren;
}

export function Section({ title, count, detail = "", children }: Props) {
  const id = useId();
  if (count === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h3 id={id}>{title}</h3>
        <span class="muted">{detail === "" ? count : detail}</span>
      </div>
      {children}
    </section>
  );
}
