// Field for an estimate that a refused change needs. Enter or the button sends the change again,
// Escape cancels.
import { t } from "@vscode/l10n";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../messages/announcer.ts";
import { parseHours } from "../text/numbers.ts";
import { Button } from "./Button.tsx";

export interface EstimateFormProps {
  /** Title of the task that needs the estimate. */
  title: string;
  /** ID of the element with the reason. */
  reason: string;
  onSubmit: (hours: number) => void;
  onCancel: () => void;
  /** Takes the focus even from another text field. */
  insistent?: boolean;
}

export function EstimateForm({ title, reason, onSubmit, onCancel, insistent = false }: EstimateFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isInvalid, setInvalid] = useState(false);

  useLayoutEffect(() => {
    if (insistent || document.activeElement?.matches("input, textarea, select") !== true) field.current?.focus();
  }, []);

  const submit = (): void => {
    const hours = parseHours(field.current?.value ?? "");
    if (hours !== null && hours > 0) {
      onSubmit(hours);
      return;
    }
    setInvalid(true);
    announce(invalidText());
    field.current?.focus();
  };

  return (
    <div class="estimate-form">
      <label for={id}>
        {t("Estimate (hours)")}
        <span class="visually-hidden"> {title}</span>
      </label>
      <div class="estimate-line">
        <input
          ref={field}
          id={id}
          class="field"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          aria-describedby={isInvalid ? `${reason} ${id}-problem` : reason}
          aria-invalid={isInvalid || undefined}
          data-vscode-context={JSON.stringify({ preventDefaultContextMenuItems: false })}
          onInput={() => setInvalid(false)}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            if (event.key === "Enter") submit();
            else if (event.key === "Escape") onCancel();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        <Button kind="secondary" onClick={submit}>
          {t("Set and Continue")}
        </Button>
      </div>
      {isInvalid && (
        <p class="estimate-problem" id={`${id}-problem`}>
          {invalidText()}
        </p>
      )}
    </div>
  );
}

function invalidText(): string {
  return t("Enter a number of hours above zero, such as 1.5.");
}
