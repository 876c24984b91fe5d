// A text field with suggestions (ARIA combobox pattern): the focus stays in the field, arrow keys
// select. It has no state of its own for the text.
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";

export interface Suggestion {
  key: string;
  content: ComponentChildren;
}

interface Props {
  id: string;
  text: string;
  suggestions: readonly Suggestion[];
  /** Accessible name of the list. */
  listLabel: string;
  placeholder?: string;
  readOnly?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  /** Selects the first suggestion for a typed text, so that Enter takes it. */
  picksFirst?: boolean;
  onText: (text: string) => void;
  onPick: (key: string) => void;
  /** Enter without a selected suggestion. */
  onEnter?: (text: string) => void;
  onLeave?: () => void;
  onEscape?: () => void;
  onKeyDown?: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
}

export function Combobox(props: Props) {
  const { id, text, suggestions, onText, onPick } = props;
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const listId = `${id}-list`;
  const shown = isOpen && suggestions.length > 0 && props.readOnly !== true;
  const initial = props.picksFirst === true && text.trim() !== "" ? 0 : -1;
  const active = shown ? Math.min(Math.max(at, initial), suggestions.length - 1) : -1;

  const pick = (key: string): void => {
    setOpen(false);
    setAt(-1);
    onPick(key);
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const count = suggestions.length;
      setAt(
        shown
          ? (active + step + count + (active < 0 && step < 0 ? 1 : 0)) % Math.max(count, 1)
          : step > 0
            ? 0
            : count - 1,
      );
      setOpen(true);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const chosen = suggestions[active];
      if (chosen !== undefined) pick(chosen.key);
      else if (initial >= 0 && suggestions.length > 0) setOpen(true);
      else {
        setOpen(false);
        props.onEnter?.(event.currentTarget.value);
      }
    } else if (event.key === "Escape") {
      event.preventDefault();
      setAt(-1);
      if (shown) setOpen(false);
      else props.onEscape?.();
    } else props.onKeyDown?.(event);
  };

  return (
    <div class="combobox">
      <input
        id={id}
        class="field"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        value={text}
        onInput={(event) => {
          setOpen(true);
          setAt(-1);
          onText(event.currentTarget.value);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          setAt(-1);
          props.onLeave?.();
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label={props.listLabel} class="suggestions" hidden={!shown}>
        {shown &&
          suggestions.map(({ key, content }, index) => (
            <li
              key={key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              ref={(row) => {
                if (index === active) row?.scrollIntoView({ block: "nearest" });
              }}
              // Keeps the focus in the field, or the list would disappear before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(key)}
            >
              {content}
            </li>
          ))}
      </ul>
    </div>
  );
}
