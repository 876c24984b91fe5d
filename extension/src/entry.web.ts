// Entry of the web-worker host, which has no local disk, no operating system user and no Git.

import type { ExtensionContext } from "vscode";
import { start, type TestApi } from "./activate.ts";

export function activate(context: ExtensionContext): TestApi | undefined {
  return start(context, { diskShell: undefined, userNames: { system: "", git: () => Promise.resolve("") } });
}
