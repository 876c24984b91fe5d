// A text field for a day with a button that opens a calendar; in the field, the down arrow opens it.
import { t } from "@vscode/l10n";
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { Icon } from "../components/Icons.tsx";
import { usePopover } from "../components/Popover.tsx";
import { Calendar } from "./Calendar.tsx";
import type { CalendarProps } from "./Calendar.tsx";

interface Props extends CalendarProps {
  /** Name of the field. */
  label: string;
  readOnly?: boolean;
  /** The text field. */
  children: ComponentChildren;
}

export function DateBox({ label, readOnly = false, children, onPick, ...calendar }: Props) {
  const { open, close, opener, panel } = usePopover((dialog) => dialog.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]'));
  const name = t("Choose from a calendar: {field}", { field: label });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key !== "ArrowDown" || readOnly || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    opener.ref.current?.click();
  };
  const pick = (day: string): void => {
    close();
    onPick(day);
  };
  return (
    <div class="date-box" onKeyDown={onKeyDown}>
      {children}
      {!readOnly && (
        <>
          <button {...opener} class="button icon-only date-button" title={name} aria-label={name} aria-haspopup="dialog">
            <Icon name="calendar" />
          </button>
          <div {...panel} role="dialog" aria-label={name}>
            {open && <Calendar {...calendar} onPick={pick} />}
          </div>
        </>
      )}
    </div>
  );
}
