// A line that adds an entry to the list above it: Enter adds it, Escape drops the text.
import type { Ref } from "preact";
import { Icon } from "../../shared/components/Icons.tsx";
import { noticeId } from "../fields/FieldFrame.tsx";
import { useEditor } from "../state/actions.ts";
import type { Entry, FieldPlace } from "../state/state.ts";

interface Props {
  entry: Entry;
  /** Where a refusal is shown. */
  place: FieldPlace;
  label: string;
  placeholder: string;
  onEnter: () => void;
  fieldRef?: Ref<HTMLInputElement>;
}

export function NewLine({ entry, place, label, placeholder, onEnter, fieldRef = null }: Props) {
  const { state, actions } = useEditor();
  return (
    <div class="new-line">
      <Icon name="add" />
      <input
        ref={fieldRef}
        class="field quiet"
        type="text"
        autocomplete="off"
        aria-label={label}
        aria-describedby={state.notices.value[place] && noticeId(place)}
        placeholder={placeholder}
        value={state.entries.value[entry]}
        onInput={(event) => actions.enter(entry, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === "Escape") actions.enter(entry, "");
          if (event.key !== "Enter") return;
          event.preventDefault();
          onEnter();
        }}
      />
    </div>
  );
}
