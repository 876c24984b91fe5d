// Colors of VSCode's four built-in themes (VSCode 1.139), for pages without VSCode.
import themes from "./themes.json" with { type: "json" };

export type Theme = keyof typeof themes;

export const allThemes = Object.keys(themes) as Theme[];

/** What VSCode sets on a webview's body. */
const bodyClasses: Record<Theme, string[]> = {
  light: ["vscode-light"],
  dark: ["vscode-dark"],
  "high-contrast": ["vscode-high-contrast"],
  "high-contrast-light": ["vscode-high-contrast", "vscode-high-contrast-light"],
};

const fonts = {
  "font-family": "system-ui, 'Noto Sans', 'Noto Sans CJK JP', sans-serif",
  "font-size": "13px",
  "font-weight": "normal",
  "editor-font-family": "monospace",
  "editor-font-size": "13px",
};

/** Applies a theme to the page. */
export function wear(theme: Theme): void {
  const { style } = document.documentElement;
  for (const name of [...style].filter((known) => known.startsWith("--vscode-"))) style.removeProperty(name);
  for (const [name, value] of Object.entries({ ...themes[theme], ...fonts })) style.setProperty(`--vscode-${name}`, value);
  document.body.classList.remove(...Object.values(bodyClasses).flat());
  document.body.classList.add(...bodyClasses[theme]);
}
