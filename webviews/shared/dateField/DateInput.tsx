// A text field for a day with its calendar. It shows the day in the user's language, and while it
// is typed the typed text.
import type { Ref, TargetedKeyboardEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { namedDay } from "../text/dates.ts";
import { DateBox } from "./DateBox.tsx";
import { dayErrorText, parseDay, showDay } from "./parseDay.ts";
import type { DayContext } from "./parseDay.ts";

export interface DateInputProps extends DayContext {
  /** Accessible name; the calendar's button has it too. */
  label: string;
  /** YYYY-MM-DD, or a typed text that means no day. */
  value: string;
  id?: string;
  input?: Ref<HTMLInputElement>;
  isRequired?: boolean;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  /** Called for each change, with the day that the text means, or the text if it means none. */
  onType?: (value: string) => void;
  /** Called by Enter, by a choice in the calendar, and when the focus leaves. */
  onDone?: (value: string) => void;
  /** Called by Escape, after the typed text was dropped. */
  onEscape?: () => void;
}

export function DateInput({ label, value, id, input, isRequired = false, isInvalid = false, describedBy, onType, onDone, onEscape, ...context }: DateInputProps) {
  const { locale } = context;
  const [typed, setTyped] = useState<string | null>(null);
  const isJustFocused = useRef(false);
  const meaningOf = (entered: string): string => parseDay(entered, context) ?? entered.trim();
  // An owner who gets each change may set another value meanwhile, which is then shown.
  const current = typed !== null && (onType === undefined || meaningOf(typed) === value) ? typed : null;
  const text = current ?? showDay(value, locale);

  const finish = (result: string): void => {
    setTyped(null);
    onDone?.(result);
  };
  const finishTyped = (): void => finish(current === null ? value : meaningOf(current));
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.isComposing) return;
    if (event.key === "Enter" && onDone !== undefined) finishTyped();
    else if (event.key === "Escape" && onEscape !== undefined) {
      setTyped(null);
      onEscape();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <DateBox
      label={label}
      selected={value}
      isRequired={isRequired}
      {...context}
      onPick={(day) => {
        onType?.(day);
        finish(day);
      }}
      onLeave={finishTyped}
    >
      <input
        id={id}
        {...(input !== undefined && { ref: input })}
        class="field"
        type="text"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        value={text}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onType?.(meaningOf(currentTarget.value));
        }}
        onFocus={() => {
          isJustFocused.current = true;
        }}
        // The first click selects the date, so that typing replaces it; a second one sets the caret.
        onClick={({ currentTarget }) => {
          if (isJustFocused.current) currentTarget.select();
          isJustFocused.current = false;
        }}
        onKeyDown={onKeyDown}
      />
    </DateBox>
  );
}

interface HintedProps extends Omit<DateInputProps, "isInvalid" | "describedBy" | "onType" | "onDone" | "onEscape"> {
  id: string;
  /** Shown below the field unless a text is typed or wrong. */
  hint?: string;
  onDay: (day: string) => void;
}

/** A date input with a line below it: the day that the typed text means, or why it means none. */
export function HintedDateInput({ id, hint = "", value, onDay, ...field }: HintedProps) {
  /** What is being typed, or was typed and means no day. */
  const [pending, setPending] = useState<string | null>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const isDay = (entered: string): boolean => parseDay(entered, field) !== undefined;
  const line = isInvalid ? dayErrorText(field) : pending === null ? hint : isDay(pending) ? namedDay(pending, field.locale) : "";
  const settle = (entered: string): void => {
    const isWrong = entered !== "" && !isDay(entered);
    setIsInvalid(isWrong);
    setPending(isWrong ? entered : null);
    if (!isWrong && entered !== value) onDay(entered);
  };
  return (
    <div class="hinted-date">
      <DateInput
        {...field}
        id={id}
        value={pending ?? value}
        isInvalid={isInvalid}
        describedBy={line === "" ? undefined : `${id}-hint`}
        onType={(entered) => {
          setPending(entered);
          setIsInvalid(false);
        }}
        onDone={settle}
        {...(pending !== null && { onEscape: () => settle(value) })}
      />
      {line !== "" && (
        <p class={isInvalid ? "field-hint problem" : "field-hint"} id={`${id}-hint`}>
          {line}
        </p>
      )}
    </div>
  );
}
