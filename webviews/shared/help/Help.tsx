// A toolbar's button that lists the keys and gestures of the page. `?` opens it from anywhere on the page.
import { t } from "@vscode/l10n";
import { useLayoutEffect } from "preact/hooks";
import { Popover } from "../components/Popover.tsx";
import { isKeyOfOthers } from "../keyboard/typing.ts";

/** A key or gesture, and what it does. */
export type Gesture = [how: string, what: string];

export function HelpButton({ gestures }: { gestures: () => Gesture[] }) {
  useLayoutEffect(listenForQuestionMark, []);
  return <Popover icon="question" class="help-button" label={t("Keys and gestures")} content={() => <Help gestures={gestures()} />} />;
}

function Help({ gestures }: { gestures: Gesture[] }) {
  return (
    <div class="help" tabIndex={0} role="group" aria-label={t("Keys and gestures")}>
      <h2>{t("Keys and gestures")}</h2>
      <dl>
        {gestures.map(([how, what]) => (
          <div key={how}>
            <dt>{how}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function listenForQuestionMark(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || isKeyOfOthers(event) || document.querySelector(":modal") !== null) return;
    document.querySelector<HTMLElement>(".help-button")?.click();
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
