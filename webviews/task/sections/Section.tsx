// A section with a heading that folds it. The host remembers what is folded, for all tasks.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { SectionName } from "../../contract/task.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { useEditor } from "../state/actions.ts";

interface Props {
  name: SectionName;
  title: string;
  /** Beside the heading: a count or buttons. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}

export function Section({ name, title, beside, children }: Props) {
  const { state, actions } = useEditor();
  const id = useId();
  const isFolded = state.folded.value.includes(name);
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>
          <button type="button" class="section-fold" aria-expanded={!isFolded} onClick={() => actions.fold(name, !isFolded)}>
            <Icon name={isFolded ? "chevron-right" : "chevron-down"} />
            {title}
          </button>
        </h2>
        {beside}
      </div>
      {!isFolded && children}
    </section>
  );
}
