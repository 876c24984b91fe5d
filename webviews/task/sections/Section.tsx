// A section with a heading.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  title: string;
  /** Beside the heading: a count or buttons. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}

export function Section({ title, beside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
