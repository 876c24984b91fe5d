// A list of distinct texts as chips, followed by a field that adds one. Left and right move between chips,
// Delete removes one.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useEditor } from "../state/actions.ts";
import { Combobox } from "../../shared/combobox/Combobox.tsx";
import type { Suggestion } from "../../shared/combobox/Combobox.tsx";
import type { ListField } from "../state/state.ts";
import { FieldFrame, noticeId } from "./FieldFrame.tsx";

interface Props {
  place: ListField;
  values: readonly string[];
  /** Separates several values in a typed text; absent, the whole text is one. */
  separator?: string;
  /** What a chip shows. */
  chip: (value: string) => ComponentChildren;
  removeLabel: (value: string) => string;
  suggestions?: (text: string) => readonly Suggestion[];
  suggestionsLabel?: string;
  placeholder: string;
}

export function ChipsField({ place, values, separator, chip, removeLabel, suggestions = () => [], suggestionsLabel = "", placeholder }: Props) {
  const { state, actions } = useEditor();
  const [text, setText] = useState("");
  const chips = useRef<HTMLDivElement>(null);
  const readOnly = state.readOnly.value !== null;
  const notice = state.notices.value[place];
  const control = `new-${place}`;

  /** Clears the field at once, so that the next value can be typed. A refused text comes back if it is still empty. */
  const add = async (typed: string): Promise<void> => {
    const parts = separator === undefined ? [typed] : typed.split(separator);
    const added = [...new Set(parts.map((value) => value.trim()))].filter((value) => value !== "");
    if (added.length === 0) return;
    setText("");
    if (!(await actions.changeList(place, { add: added }))) setText((next) => (next === "" ? typed : next));
  };

  const focusChip = (index: number): void => {
    const stops = chips.current?.querySelectorAll<HTMLElement>(".chip-remove, input") ?? [];
    stops[Math.max(0, Math.min(index, stops.length - 1))]?.focus();
  };

  const remove = async (value: string, index: number): Promise<void> => {
    focusChip(index + 1);
    await actions.changeList(place, { remove: [value] });
  };

  return (
    <FieldFrame place={place} control={control}>
      <div class="chips" ref={chips}>
        {values.map((value, index) => (
          <span class="chip" key={value}>
            {chip(value)}
            {!readOnly && (
              <button
                type="button"
                class="chip-remove"
                aria-label={removeLabel(value)}
                title={removeLabel(value)}
                onClick={() => void remove(value, index)}
                onKeyDown={(event) => {
                  if (event.key === "ArrowLeft") focusChip(index - 1);
                  else if (event.key === "ArrowRight") focusChip(index + 1);
                  else if (event.key === "Delete" || event.key === "Backspace") void remove(value, index);
                  else return;
                  event.preventDefault();
                }}
              >
                <span class="codicon codicon-close" aria-hidden="true" />
              </button>
            )}
          </span>
        ))}
        <Combobox
          id={control}
          text={text}
          suggestions={suggestions(text.trim())}
          listLabel={suggestionsLabel}
          placeholder={readOnly ? "" : placeholder}
          readOnly={readOnly}
          invalid={notice !== undefined && notice.kind !== "warning"}
          describedBy={notice && noticeId(place)}
          picksFirst
          onText={(typed) => {
            setText(typed);
            if (separator !== undefined && typed.endsWith(separator)) void add(typed);
          }}
          onPick={(value) => void add(value)}
          onEnter={(typed) => void add(typed)}
          onEscape={() => setText("")}
          onKeyDown={(event) => {
            const { selectionEnd } = event.currentTarget;
            if (selectionEnd !== 0 || !["ArrowLeft", "Backspace"].includes(event.key) || values.length === 0) return;
            event.preventDefault();
            focusChip(values.length - 1);
          }}
        />
      </div>
    </FieldFrame>
  );
}
