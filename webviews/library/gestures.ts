// The keys of the library, with what they do.
import { t } from "@vscode/l10n";
import type { Gesture } from "../shared/help/Help.tsx";

export function gestures(): Gesture[] {
  return [
    [t("Ctrl+F"), t("goes to the search")],
    [t("Down"), t("in the search: goes to the list")],
    [t("Up, Down, Home, End"), t("move in the list")],
    [t("Left, Right"), t("on a tab: shows the next or previous tab")],
    [t("Ctrl+Enter, Escape"), t("save or drop the text of a memory")],
    [t("Ctrl+Z, Ctrl+Shift+Z"), t("undo, redo")],
    ["?", t("shows this help")],
  ];
}
