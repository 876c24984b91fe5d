// A section of the page with a heading; nothing without entries.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  title: string;
  /** Number of entries. */
  count: number;
  /** Whether it is shown without entries, to add the first one. */
  always?: boolean;
  /** Beside the heading, instead of the number. */
  detail?: string;
  children: ComponentChildren;
}

export function Section({ title, count, always = false, detail = "", children }: Props) {
  const id = useId();
  if (count === 0 && !always) return null;
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h3 id={id}>{title}</h3>
        <span class="muted">{detail === "" && count > 0 ? count : detail}</span>
      </div>
      {children}
    </section>
  );
}
