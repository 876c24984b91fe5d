// Messages in place of the content, and the read-only banner.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { Button } from "./Button.tsx";
import { Icon } from "./Icons.tsx";
import type { ReadOnlyReason } from "../../contract/common.ts";
import { readOnlyText } from "../text/names.ts";

interface EmptyProps {
  icon: string;
  title: string;
  text: string;
  /** A button. */
  children?: ComponentChildren;
}

export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div class="empty" role="status">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

export function LoadFailure({ text, tryAgain }: { text: string; tryAgain: () => void }) {
  return (
    <Empty icon="error" title={t("The tasks could not be loaded")} text={text}>
      <Button kind="secondary" onClick={tryAgain}>
        {t("Try again")}
      </Button>
    </Empty>
  );
}

export function NothingMatches({ clear }: { clear: () => void }) {
  return (
    <Empty icon="filter" title={t("No task matches the filter")} text={t("Other tasks are there, but the filter hides them.")}>
      <Button kind="secondary" onClick={clear}>
        {t("Clear filter")}
      </Button>
    </Empty>
  );
}

/** Says why nothing can be changed. */
export function ReadOnlyBanner({ reason }: { reason: ReadOnlyReason }) {
  if (reason === null) return null;
  return (
    <div class="banner" role="note">
      <Icon name="lock" />
      {readOnlyText(reason)}
    </div>
  );
}
