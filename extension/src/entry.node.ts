// Entry of the desktop and remote hosts.

import { userInfo } from "node:os";
import type { ExtensionContext } from "vscode";
import { start, type TestApi } from "./activate.ts";
import { nodeShell } from "./shells/nodeShell.ts";
import { outerPauses } from "./shells/outerPause.ts";

export function activate(context: ExtensionContext): TestApi | undefined {
  return start(context, { diskShell: nodeShell, userName: systemUser(), outerPauses: outerPauses() });
}

/** A process without an account has no name, as in some containers. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}
