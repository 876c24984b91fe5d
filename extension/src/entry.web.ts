// Entry of the web-worker host, which has no local disk and no operating system user.

import type { ExtensionContext } from "vscode";
import { start, type TestApi } from "./activate.ts";

export function activate(context: ExtensionContext): TestApi | undefined {
  return start(context, { diskShell: undefined, userName: "", outerPauses: undefined });
}
