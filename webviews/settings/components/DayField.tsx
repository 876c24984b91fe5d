// A field of a form for a day, with a calendar. It shows the day in the user's language.
import { useState } from "preact/hooks";
import { DateBox } from "../../shared/dateField/DateBox.tsx";
import { parseDay, showDay } from "../../shared/dateField/parseDay.ts";
import { useSettings } from "../state/context.ts";

interface Props {
  label: string;
  /** YYYY-MM-DD, or empty. */
  day: string;
  /** Called on each keystroke; empty while the text is no day. */
  onDay: (day: string) => void;
}

export function DayField({ label, day, onDay }: Props) {
  const { state } = useSettings();
  const context = { locale: state.locale.value, today: state.snapshot.value?.today ?? "" };
  /** The text while somebody types; null shows the day. */
  const [text, setText] = useState<string | null>(null);
  const type = (typed: string): void => {
    setText(typed);
    onDay(parseDay(typed, context) ?? "");
  };
  const pick = (picked: string): void => {
    setText(null);
    onDay(picked);
  };
  return (
    <div class="day-field">
      <DateBox label={label} selected={day} {...context} onPick={pick}>
        <input
          class="field"
          type="text"
          autocomplete="off"
          placeholder={label}
          aria-label={label}
          aria-invalid={day === "" && text !== null && text.trim() !== ""}
          value={text ?? showDay(day, context.locale)}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => day !== "" && setText(null)}
        />
      </DateBox>
    </div>
  );
}
