// A field for one line of text that is typed in place, such as a title: Enter takes it, Escape leaves it.
// Enter that ends a composition (Japanese, Chinese) is not an Enter.
import { useLayoutEffect, useRef } from "preact/hooks";

export interface EntryFieldProps {
  /** Says what is typed here. */
  label: string;
  text: string;
  placeholder?: string;
  /** Each keystroke, so that nothing typed is lost when the page goes away. */
  onText: (text: string) => void;
  onEnter: (text: string) => void;
  onEscape: () => void;
  /** The focus went elsewhere, with what was typed. */
  onLeave?: (text: string) => void;
  /** Its name as a stop of arrow keys. */
  stop?: string;
}

export function EntryField({ label, text, placeholder, onText, onEnter, onEscape, onLeave, stop }: EntryFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <textarea
      ref={field}
      class="field"
      rows={1}
      aria-label={label}
      data-stop={stop}
      data-vscode-context={JSON.stringify({ preventDefaultContextMenuItems: false })}
      placeholder={placeholder}
      value={text}
      onInput={(event) => onText(event.currentTarget.value.replaceAll(/[\r\n]+/gu, " "))}
      onBlur={(event) => onLeave?.(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.isComposing) return;
        if (event.key === "Enter") {
          event.preventDefault();
          onEnter(event.currentTarget.value);
        } else if (event.key === "Escape") {
          event.preventDefault();
          onEscape();
        }
      }}
    />
  );
}
