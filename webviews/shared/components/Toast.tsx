// One message at a time over the foot of the page, with at most one action such as Undo. It
// disappears after a while unless it is an error, lasting, or asks something; the timer stops while
// the pointer or the focus is in it.
import { t } from "@vscode/l10n";
import { useEffect, useState } from "preact/hooks";
import { Button } from "./Button.tsx";
import { ActorIcon, Icon } from "./Icons.tsx";
import { heldText } from "../messages/toaster.ts";
import { useToaster } from "../toasterContext.ts";
import { useFloating } from "../floating/useFloating.ts";

const TOAST_MS = 8000;

export function ToastArea() {
  const toaster = useToaster();
  const message = toaster.current.value;
  const [isWaiting, setIsWaiting] = useState(false);
  const place = useFloating("end", message);
  useEffect(() => {
    if (message === null || message.kind === "error" || message.lasting === true || message.question !== undefined || isWaiting) return undefined;
    const timer = setTimeout(toaster.dismiss, TOAST_MS);
    return () => clearTimeout(timer);
  }, [message, isWaiting, toaster]);
  if (message === null) return null;
  const { kind, text, details, actor, action, held, question } = message;
  const dismissAnd = (run: () => void) => () => {
    toaster.dismiss();
    run();
  };
  return (
    <div
      ref={place}
      class="toast floating"
      onPointerEnter={() => setIsWaiting(true)}
      onPointerLeave={() => setIsWaiting(false)}
      onFocusIn={() => setIsWaiting(true)}
      onFocusOut={() => setIsWaiting(false)}
    >
      {actor === undefined ? <Icon name={kind} /> : <ActorIcon kind={actor.kind} />}
      <div>
        {text}
        {details !== undefined && <p class="toast-details">{details}</p>}
        {held !== undefined && (
          <p class="toast-held">
            <ActorIcon kind={held.actor.kind} />
            {heldText(held)}
          </p>
        )}
        {question !== undefined && (
          <div class="toast-question">
            <span>{question.text}</span>
            {question.choices.map(({ label, run }) => (
              <Button key={label} kind="secondary" onClick={dismissAnd(run)}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {held !== undefined && (
        <Button kind="secondary" onClick={dismissAnd(held.takeOver)}>
          {t("Take Over")}
        </Button>
      )}
      {action !== undefined && (
        <Button kind="secondary" onClick={dismissAnd(action.run)}>
          {action.label}
        </Button>
      )}
      <Button label={t("Dismiss")} icon="close" onClick={toaster.dismiss} />
    </div>
  );
}
