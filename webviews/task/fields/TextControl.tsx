// A text input bound to a draft. The element's value is set only if it differs, so that
// focus, selection, scroll position and IME composition survive updates.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { TargetedKeyboardEvent } from "preact";
import { useEditor } from "../state/actions.ts";
import type { DraftId } from "../state/state.ts";
import { noticeId } from "./FieldFrame.tsx";

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface Props {
  id: DraftId;
  text: string;
  kind: "line" | "lines" | "paragraph" | "date" | "decimal";
  /** Accessible name, if no label element names the control. */
  label?: string;
  class?: string;
  placeholder?: string;
  describedBy?: string;
  /** Called by Enter after saving, unless Enter inserts a line. */
  onEnter?: () => void;
  onKeyDown?: (event: TargetedKeyboardEvent<TextElement>) => void;
}

export function TextControl({
  id,
  text,
  kind,
  label,
  class: extra = "",
  placeholder,
  describedBy,
  onEnter,
  onKeyDown,
}: Props) {
  const { state, actions } = useEditor();
  const element = useRef<TextElement>(null);
  const composing = useRef(false);
  const justFocused = useRef(false);
  const notice = state.notices.value[id];
  const hasConflict = state.drafts.value[id]?.theirs !== undefined;

  useLayoutEffect(() => {
    const control = element.current;
    if (control === null || composing.current || control.value === text) return;
    const { selectionStart, selectionEnd } = control;
    control.value = text;
    if (selectionStart !== null && document.activeElement === control)
      control.setSelectionRange(selectionStart, selectionEnd);
  });

  const handleInput = (control: TextElement): void => {
    if (composing.current) return;
    actions.type(id, kind === "lines" ? control.value.replaceAll(/\s*[\r\n]+\s*/g, " ") : control.value);
  };

  const common = {
    id,
    class: `field ${extra}`,
    placeholder,
    "aria-label": label,
    "aria-invalid": (notice !== undefined && notice.kind !== "warning") || undefined,
    "aria-describedby":
      [describedBy, (notice !== undefined || hasConflict) && noticeId(id)].filter(Boolean).join(" ") || undefined,
    readOnly: state.readOnly.value !== null,
    onInput: (event: { currentTarget: TextElement }) => handleInput(event.currentTarget),
    onCompositionStart: () => {
      composing.current = true;
    },
    onCompositionEnd: (event: { currentTarget: TextElement }) => {
      composing.current = false;
      handleInput(event.currentTarget);
    },
    onFocus: () => {
      justFocused.current = true;
    },
    // A click into a date selects it, so that typing replaces it; a second click sets the caret.
    onClick: (event: { currentTarget: TextElement }) => {
      if (kind === "date" && justFocused.current) event.currentTarget.select();
      justFocused.current = false;
    },
    onBlur: () => void actions.leave(id),
    onKeyDown: (event: TargetedKeyboardEvent<TextElement>) => {
      if (event.isComposing) return;
      if (event.key === "Escape") {
        event.preventDefault();
        event.currentTarget.value = text;
        void actions.revert(id);
      } else if (event.key === "Enter" && kind !== "paragraph" && !event.altKey) {
        event.preventDefault();
        void actions.flush(id, true);
        onEnter?.();
      } else onKeyDown?.(event);
    },
  };

  const setElement = (control: TextElement | null): void => {
    element.current = control;
  };
  if (kind === "lines" || kind === "paragraph") return <textarea {...common} ref={setElement} rows={1} spellcheck={false} />;
  return (
    <input
      {...common}
      ref={setElement}
      type="text"
      autocomplete="off"
      spellcheck={false}
      inputMode={kind === "decimal" ? "decimal" : "text"}
    />
  );
}
