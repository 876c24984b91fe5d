// Entry of the web-worker host, which has no local disk, no operating system user and no Git.

import type { ExtensionContext } from "vscode";
import { start, type TestApi } from "./activate.ts";

export function activate(context: ExtensionContext): TestApi | undefined {
  const userNames = { system: "", git: () => Promise.resolve("") };
  return start(context, { diskShell: undefined, userNames, outerPauses: undefined });
}
