// A text field for a day with a button that opens a calendar; in the field, the down arrow opens it.
import { t } from "@vscode/l10n";
import type { ComponentChildren, TargetedFocusEvent, TargetedKeyboardEvent } from "preact";
import { Icon } from "../components/Icons.tsx";
import { usePopover } from "../components/Popover.tsx";
import { Calendar } from "./Calendar.tsx";
import type { CalendarProps } from "./Calendar.tsx";

interface Props extends CalendarProps {
  /** Name of the field. */
  label: string;
  readOnly?: boolean;
  /** Called when the focus leaves the field and its calendar; not when the field itself is removed. */
  onLeave?: () => void;
  /** The text field. */
  children: ComponentChildren;
}

export function DateBox({ label, readOnly = false, onLeave, children, onPick, ...calendar }: Props) {
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
  const onFocusOut = ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>): void => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    queueMicrotask(() => currentTarget.isConnected && onLeave?.());
  };
  return (
    <div class="date-box" onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      {children}
      {!readOnly && (
        <>
          <button {...opener} class="button icon-only date-button" title={name} aria-label={name} aria-haspopup="dialog">
            <Icon name="calendar" />
          </button>
          {/* A click between its days leaves the focus inside. */}
          <div {...panel} role="dialog" aria-label={name} tabIndex={-1}>
            {open && <Calendar {...calendar} onPick={pick} />}
          </div>
        </>
      )}
    </div>
  );
}
