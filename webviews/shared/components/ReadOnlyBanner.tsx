// Says why nothing can be changed here.
import { t } from "@vscode/l10n";
import type { ReadOnlyReason } from "../../contract/common.ts";
import { Icon } from "./Icon.tsx";

export function readOnlyText(reason: NonNullable<ReadOnlyReason>): string {
  switch (reason) {
    case "untrusted":
      return t("This workspace is not trusted, so tasks can be looked at but not changed.");
    case "readOnlyFileSystem":
      return t("The files of this project cannot be written, so tasks can be looked at but not changed.");
  }
}

export function ReadOnlyBanner({ reason }: { reason: ReadOnlyReason }) {
  if (reason === null) return null;
  return (
    <div class="banner" role="note">
      <Icon name="lock" />
      {readOnlyText(reason)}
    </div>
  );
}
