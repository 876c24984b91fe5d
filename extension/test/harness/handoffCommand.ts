// The `handoff` command as a program, such as another window or an agent uses it.
import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { run } from "../../../scripts/lib/process.mjs";
import { root } from "../../../scripts/lib/paths.mjs";

const folder = join(root, "target", "debug");

export const handoffCommand = join(folder, process.platform === "win32" ? "handoff.exe" : "handoff");

/** The environment of a machine on which the command is installed. VSCode takes it as it is only if it was started from a command line. */
export const installedEnv = { PATH: [folder, process.env["PATH"] ?? ""].join(delimiter), VSCODE_CLI: "1" };

/** Builds the command, unless `npm test` has built it together with the Rust tests. */
export async function buildHandoff(): Promise<void> {
  if (process.env["HANDOFF_IS_BUILT"] !== undefined) return;
  await run("cargo", ["build", "--quiet", "--package", "handoff-cli"], { env: process.env });
}

/** The global set-up of the journeys. */
export { buildHandoff as setup };

/** Runs the command in a project. Returns its output. */
export async function handoff(project: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(handoffCommand, args, { cwd: project })).stdout;
}
