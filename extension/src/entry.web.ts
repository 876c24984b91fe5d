// The entry for the web-worker host, where there is no local disk and no user of an operating system.

import type { ExtensionContext } from "vscode";
import { start, type TestApi } from "./activate.ts";

export function activate(context: ExtensionContext): TestApi | undefined {
  return start(context, { diskShell: undefined, userName: "" });
}
