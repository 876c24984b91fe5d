// A field of a form for a day, with its name and a calendar.
import { useId, useState } from "preact/hooks";
import { DateInput } from "../../shared/dateField/DateInput.tsx";
import { dayErrorText, parseDay } from "../../shared/dateField/parseDay.ts";
import { useSettings } from "../state/actions.ts";

interface Props {
  label: string;
  /** YYYY-MM-DD, or a typed text that means no day. */
  day: string;
  isInvalid: boolean;
  onDay: (day: string) => void;
}

export function DayField({ label, day, isInvalid, onDay }: Props) {
  const { state } = useSettings();
  const id = useId();
  return (
    <div class="day-field">
      <label for={id}>{label}</label>
      <DateInput id={id} label={label} value={day} isInvalid={isInvalid} {...state.dayContext.value} onType={onDay} />
    </div>
  );
}

interface DayProblem {
  problem: string | null;
  isWrong: (day: string) => boolean;
  /** Returns whether the form can be sent. */
  check: () => boolean;
}

/**
 * What is wrong with the days of a form, said from when the form is sent until the days change. `fault` is what is
 * wrong with the days together, where each of them is a day.
 */
export function useDayProblem(days: readonly string[], fault: string | null = null): DayProblem {
  const { state } = useSettings();
  const context = state.dayContext.value;
  const entered = days.join(" ");
  const [sent, setSent] = useState<string | null>(null);
  const isNoDay = (day: string): boolean => day !== "" && parseDay(day, context) === undefined;
  const problem = days.some(isNoDay) ? dayErrorText(context) : fault;
  const isSent = sent === entered;
  return {
    problem: isSent ? problem : null,
    isWrong: (day) => isSent && isNoDay(day),
    check: () => {
      setSent(entered);
      return problem === null;
    },
  };
}
