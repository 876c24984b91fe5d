// Asks for a text that is needed to go on.

import { window, type InputBoxOptions } from "vscode";

/**
 * Returns the text without spaces at its ends, or undefined if the user cancels. An empty text is answered with
 * `missing`, and the question stays open.
 */
export async function askText(question: InputBoxOptions, missing: string): Promise<string | undefined> {
  const text = await window.showInputBox({ ...question, validateInput: (typed) => (typed.trim() === "" ? missing : undefined) });
  return text?.trim();
}
