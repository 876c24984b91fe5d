// Dims the titles of finished tasks. VSCode colors the label of a row by a decoration of its URI, so
// only these rows have one.

import { ThemeColor, Uri, window, type Disposable, type FileDecoration } from "vscode";
import type { Card } from "../../../webviews/contract/generated/protocol.ts";

const SCHEME = "handoff-done";

/** Returns the URI of the row of a finished task. It names no file. */
export function doneUri({ key }: Pick<Card, "key">): Uri {
  return Uri.parse(`${SCHEME}:/${encodeURIComponent(key)}`);
}

export function registerDoneTasks(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme }): FileDecoration | undefined => (scheme === SCHEME ? { color: new ThemeColor("descriptionForeground") } : undefined),
  });
}
