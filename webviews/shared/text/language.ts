// The page's language. Texts come from `t` of @vscode/l10n, called with literals so that they can be extracted:
//   import { t } from "@vscode/l10n";   t("{0} of {1}", done, total)   t("Move {id}", { id })
import { config } from "@vscode/l10n";
import type { Start } from "../../contract/common.ts";

/** Called once, before anything is drawn. */
export function setLocale(start: Pick<Start, "strings" | "locale">): void {
  config({ contents: start.strings });
  document.documentElement.lang = start.locale;
}

/**
 * Stands for the person's language until the first frame is painted, and days and numbers are empty in it: the first formatter of a
 * page takes the browser about as long as drawing the page.
 */
export const noLocale = "";
