// The keys of the sessions page, with what they do.
import { t } from "@vscode/l10n";
import type { Gesture } from "../shared/help/Help.tsx";

export function gestures(): Gesture[] {
  return [
    [t("Ctrl+F"), t("goes to the search")],
    [t("Down"), t("in the search: goes to the list")],
    [t("Up, Down, Home, End"), t("move in the list")],
    [t("Enter"), t("shows the session")],
    [t("Left, Right"), t("on a tab: shows the next or previous tab")],
    [t("Enter, Escape"), t("keep or drop the text of a note or an item")],
    ["?", t("shows this help")],
  ];
}
