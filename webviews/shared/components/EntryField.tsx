// A one-line text field that is edited in place, such as a title: Enter saves, Escape cancels.
// Enter that ends an IME composition is ignored.
import { useLayoutEffect, useRef } from "preact/hooks";

export interface EntryFieldProps {
  /** Accessible name. */
  label: string;
  text: string;
  placeholder?: string;
  /** Called on each keystroke, so that no text is lost when the page is destroyed. */
  onText: (text: string) => void;
  onEnter: (text: string) => void;
  onEscape: () => void;
  /** Selects the text initially, so that typing replaces it. */
  untouched?: boolean;
  /** Called when the focus moves elsewhere; not when the field itself is moved. */
  onLeave?: (text: string) => void;
  /** Name as a stop of arrow keys. */
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
