// A field with fixed values: saved when selected, reverted when refused.
import type { ComponentChildren } from "preact";
import type { FieldOf } from "../../contract/texts/fields.ts";
import { useEditor } from "../state/actions.ts";
import { displayText } from "../state/state.ts";
import { FieldFrame, noticeId } from "./FieldFrame.tsx";

interface Props {
  id: FieldOf<"status" | "priority" | "choice">;
  options: readonly { value: string; label: string }[];
  /** Rendered before the control. */
  picture?: (value: string) => ComponentChildren;
}

export function SelectField({ id, options, picture }: Props) {
  const { state, actions } = useEditor();
  const notice = state.notices.value[id];
  const value = displayText(state, id);
  return (
    <FieldFrame place={id}>
      <div class="control-row">
        {picture?.(value)}
        <select
          id={id}
          class="field"
          value={value}
          disabled={state.readOnly.value !== null}
          aria-invalid={notice !== undefined || undefined}
          aria-describedby={notice && noticeId(id)}
          onChange={(event) => {
            const control = event.currentTarget;
            // A refused value leaves the text unchanged, so the element must be reset.
            void actions.choose(id, control.value).then(() => {
              control.value = displayText(state, id);
            });
          }}
        >
          {options.map(({ value: choice, label: name }) => (
            <option key={choice} value={choice}>
              {picture?.(choice)}
              <span>{name}</span>
            </option>
          ))}
        </select>
      </div>
    </FieldFrame>
  );
}
