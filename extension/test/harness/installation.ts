// What every VSCode of a run shares: the installed package, and a few of VSCode's own extensions. As a global set-up of
// Vitest it runs once, before the limits of the tests count.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vscodeServer } from "../../../scripts/lib/machine.mjs";
import { packageFile } from "../../../scripts/lib/paths.mjs";
import { installExtension } from "../../../scripts/lib/vscodeServer.mjs";

/** Tells the processes of the tests where the installation is. */
const variable = "HANDOFF_TEST_INSTALLATION";

/** Those that journeys use. With all of VSCode's own extensions a window needs a second more. */
const fewBuiltIns = ["git", "git-base", "json", "markdown-basics", "markdown-language-features", "theme-defaults", "theme-seti"];

export interface Installation {
  /** The folder of installed extensions: our package. */
  readonly extensions: string;
  /** The folder of VSCode's own extensions. */
  readonly builtIn: string;
}

const at = (folder: string): Installation => ({ extensions: join(folder, "extensions"), builtIn: join(folder, "built-in") });

/** The installation of this run. */
export function installation(): Installation {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error("The package is not installed yet.");
  return at(folder);
}

/** Installs the package. Returns what removes the installation. */
export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "handoff-installation-"));
  const { extensions, builtIn } = at(folder);
  mkdirSync(builtIn);
  for (const name of fewBuiltIns) symlinkSync(join(vscodeServer(), "extensions", name), join(builtIn, name), "junction");
  await installExtension({ userData: join(folder, "user-data"), extensions }, packageFile);
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
