// Entry of the desktop and remote hosts. Its bundle loads the product from the bundle of the web host.

import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { ExtensionContext } from "vscode";
import { start, versionOf, type Exports, type Product } from "./entry.web.ts";
import { handoffCommand } from "./shells/handoffCommand.ts";
import { nodeShell } from "./shells/nodeShell.ts";
import { findPlace, isUserHome } from "./shells/projectPlace.ts";
import { outerPauses } from "./shells/outerPause.ts";

let product: Product | undefined;

export function activate(context: ExtensionContext): Exports {
  product = start(context, {
    diskShell: nodeShell,
    findPlace,
    userHome: homedir(),
    isUserHome,
    userNames: { system: systemUser(), git: gitUser },
    outerPauses: outerPauses(),
    command: handoffCommand({ version: versionOf(context), extension: context.extensionPath, storage: context.globalStorageUri.fsPath }),
    temporaryFolder: () => mkdtempSync(join(tmpdir(), "handoff-demo-")),
  });
  return product.exports;
}

export function deactivate(): Promise<void> | undefined {
  return product?.close();
}

/** Maximum duration of a run of Git. */
const GIT_TIMEOUT_MS = 2000;

function gitUser(folder: string): Promise<string> {
  const options = { cwd: folder, timeout: GIT_TIMEOUT_MS, windowsHide: true };
  return new Promise((resolve) => {
    // Without Git or without a name in its configuration, it fails and prints nothing.
    execFile("git", ["config", "--get", "user.name"], options, (_error, name) => resolve(name.trim()));
  });
}

/** A process without an account has no name, as in some containers. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}
