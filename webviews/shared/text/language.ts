// The page's language. Texts come from `t` of @vscode/l10n, called with literals so that they can
// be extracted:
//   import { t } from "@vscode/l10n";   t("{0} of {1}", done, total)   t("Move {id}", { id })
import { config, t } from "@vscode/l10n";
import type { Start } from "../../contract/common.ts";
import type { Translate } from "../../contract/translate.ts";

/** Translates the texts that the pages share with the editor. */
export const translate: Translate = (message, args = {}) => t(message, args);

/** Sets translations and locale, once, before anything is rendered. */
export function setLocale(start: Pick<Start, "strings" | "locale">): void {
  config({ contents: start.strings });
  document.documentElement.lang = start.locale;
}

/**
 * The locale until the first frame is painted. Days and numbers are empty in it, since creating the
 * first formatter of a page takes about as long as rendering the page.
 */
export const noLocale = "";
