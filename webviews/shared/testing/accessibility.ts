// Runs axe-core on a page in the themes of VSCode.
import axe from "axe-core";
import { allThemes, applyTheme } from "./theme.ts";
import type { Theme } from "./theme.ts";

/** The rules that look at colors. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * Returns axe's violations in a part of the page, by default in all of it. Runs every rule in the first theme, but only those about
 * colors in the others: the rest looks at elements, which are the same in every theme. Leaves the page in the dark theme.
 */
export async function findings(part: axe.ElementContext = document, themes: readonly Theme[] = allThemes): Promise<string[]> {
  const found: string[] = [];
  try {
    for (const [at, theme] of themes.entries()) {
      applyTheme(theme);
      const { violations } = await axe.run(part, { resultTypes: ["violations"], ...(at > 0 && { runOnly: colorRules }) });
      found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${theme}, ${id}: ${html}\n${failureSummary ?? ""}`)));
    }
  } finally {
    applyTheme("dark");
  }
  return found;
}
