// One message at a time at the foot of the page, with at most one action such as Undo.
// It goes by itself unless it is an error or lasting, and waits as long as the pointer or the focus is in it.
import { t } from "@vscode/l10n";
import { useEffect, useState } from "preact/hooks";
import { Button } from "./Button.tsx";
import { Icon } from "./Icons.tsx";
import type { Toaster } from "../toaster.ts";

const shownFor = 8000;

export function ToastArea({ toaster }: { toaster: Toaster }) {
  const message = toaster.current.value;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (message === null || message.kind === "error" || message.lasting === true || held) return undefined;
    const timer = setTimeout(toaster.dismiss, shownFor);
    return () => clearTimeout(timer);
  }, [message, held, toaster]);
  if (message === null) return null;
  const { kind, text, action } = message;
  return (
    <div class="toasts">
      <div
        class="toast"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocusIn={() => setHeld(true)}
        onFocusOut={() => setHeld(false)}
      >
        <Icon name={kind} />
        <div>{text}</div>
        {action !== undefined && (
          <Button
            kind="secondary"
            onClick={() => {
              toaster.dismiss();
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
        <Button label={t("Dismiss")} icon="close" onClick={toaster.dismiss} />
      </div>
    </div>
  );
}
