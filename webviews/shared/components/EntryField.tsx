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
  /** Nothing of the text was typed yet, so typing replaces it. */
  untouched?: boolean;
  /** The focus went elsewhere, with what was typed. It does not when the field is taken out of the page and put in elsewhere. */
  onLeave?: (text: string) => void;
  /** Its name as a stop of arrow keys. */
  stop?: string;
}

export function EntryField({ label, text, placeholder, untouched = false, onText, onEnter, onEscape, onLeave, stop }: EntryFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    element?.focus();
    if (untouched) element?.select();
    else element?.setSelectionRange(text.length, text.length);
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
      onBlur={({ currentTarget }) => queueMicrotask(() => currentTarget.isConnected && onLeave?.(currentTarget.value))}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Enter") onEnter(event.currentTarget.value);
        else if (event.key === "Escape") onEscape();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
