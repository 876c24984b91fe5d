// Text of the project inside Markdown that the editor draws.

/** The text as itself: no character of it means anything to Markdown or HTML, and no line end begins a block. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()#+\-.!|~<>&$:@]/gu, "\\$&")
    .replaceAll(/\r?\n/gu, " ")
    .trim();
}
