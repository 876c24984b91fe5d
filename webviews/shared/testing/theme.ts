// The four themes of VSCode, for pages without it. The journey extension/test/e2e/accessibility.test.ts compares them with
// VSCode, and records them again.
import recorded from "./themes.json" with { type: "json" };

export type Theme = keyof typeof recorded;

/** What VSCode sets on a page: the classes of its body, and those of the colors that pages use. Some themes lack some colors. */
export interface RecordedTheme {
  classes: string[];
  colors: Record<string, string>;
}

export const themes: Record<Theme, RecordedTheme> = recorded;

export const allThemes = Object.keys(themes) as Theme[];

/** The same on every machine, unlike VSCode's. */
const fonts = {
  "font-family": "system-ui, 'Noto Sans CJK JP', sans-serif",
  "font-size": "13px",
  "font-weight": "normal",
  "editor-font-family": "monospace",
  "editor-font-size": "13px",
};

/** Applies a theme to the page, as VSCode does. */
export function applyTheme(theme: Theme): void {
  const { classes, colors } = themes[theme];
  const { style } = document.documentElement;
  for (const name of [...style].filter((known) => known.startsWith("--vscode-"))) style.removeProperty(name);
  for (const [name, value] of Object.entries({ ...colors, ...fonts })) style.setProperty(`--vscode-${name}`, value);
  document.body.classList.remove(...allThemes.flatMap((known) => themes[known].classes));
  document.body.classList.add(...classes);
}
