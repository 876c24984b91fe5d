// The `handoff` command that the extension finds, and the launcher by which other programs start the one in the package.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handoffCommand } from "../../../src/shells/handoffCommand.ts";
import { windowsLauncher } from "../../../src/shells/launcher.ts";
import { scratchFolder } from "../../harness/scratch.ts";

let folder: string;
let extension: string;
let launcher: string;
const version = "0.9.0";

/** A script in place of the command, which prints its arguments and how it was started. */
const script = "console.log(JSON.stringify([process.argv.slice(2), process.env.HANDOFF_LAUNCHER, process.env.ELECTRON_RUN_AS_NODE]));";

beforeEach(() => {
  folder = scratchFolder("command it's");
  extension = join(folder, "extensions", "handoff-tools.handoff-0.9.0");
  launcher = join(folder, "storage", "bin", "handoff");
  mkdirSync(join(extension, "dist", "command"), { recursive: true });
  writeFileSync(join(extension, "dist", "command", "main.js"), script);
  vi.stubEnv("CARGO_HOME", join(folder, "cargo"));
  vi.stubEnv("PATH", "/usr/bin:/bin");
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const command = () => handoffCommand({ version, extension, storage: join(folder, "storage") });

function install(installed: string): string {
  const file = join(folder, "bin", "handoff");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho handoff ${installed}\n`);
  chmodSync(file, 0o755);
  vi.stubEnv("PATH", [dirname(file), "/usr/bin", "/bin"].join(delimiter));
  return file;
}

test("an installed command of the same version is used, and no launcher is written", async () => {
  const file = install(version);
  expect(await command().find()).toMatchObject({ program: file, args: [], isPackaged: false });
  expect(existsSync(launcher)).toBe(false);
});

test.each(["0.8.0", "and breaks"])("with an installed command of version %s, the one in the package is used", async (installed) => {
  install(installed);
  expect(await command().find()).toMatchObject({ program: process.execPath, args: [join(extension, "dist", "command", "main.js")], isPackaged: true });
});

test("a package without the command uses any that is installed, or none", async () => {
  rmSync(join(extension, "dist"), { recursive: true });
  expect(await command().find()).toBeUndefined();
  const file = install("0.8.0");
  expect(await command().find()).toMatchObject({ program: file });
});

test("the launcher passes its arguments on, and the command knows the launcher", async () => {
  const found = await command().find();
  expect(found?.env["HANDOFF_LAUNCHER"]).toBe(launcher);
  const output = execFileSync(launcher, ["a b", "$c", "'d'"], { encoding: "utf8" });
  expect(JSON.parse(output)).toEqual([["a b", "$c", "'d'"], launcher, "1"]);
});

test("after an update the launcher starts the new version, and is written again once the extension starts", async () => {
  await command().find();
  const updated = join(dirname(extension), "handoff-tools.handoff-1.10.0");
  renameSync(extension, updated);
  expect(execFileSync(launcher, { encoding: "utf8" })).toContain(launcher);
  extension = updated;
  command();
  expect(readFileSync(launcher, "utf8")).toContain("handoff-1.10.0/");
});

test("a package for one platform has a native command, which the launcher is a copy of, also after an update", async () => {
  const native = join(extension, "dist", "command", "handoff");
  writeFileSync(native, "#!/bin/sh\necho one $1\n");
  chmodSync(native, 0o755);
  expect(await command().find()).toEqual({ program: native, args: [], env: { HANDOFF_LAUNCHER: launcher }, isPackaged: true });
  expect(execFileSync(launcher, ["a"], { encoding: "utf8" })).toBe("one a\n");
  writeFileSync(native, "#!/bin/sh\necho 2nd $1\n");
  const later = new Date(Date.now() + 5000);
  utimesSync(native, later, later);
  command();
  expect(execFileSync(launcher, ["a"], { encoding: "utf8" })).toBe("2nd a\n");
});

test("on Windows, programs without a shell start the script of the launcher with VSCode, and a shell its batch file", () => {
  const storage = String.raw`D:\Ann Lee\Code\User\globalStorage\handoff-tools.handoff\bin`;
  const runtime = String.raw`C:\Program Files\100% Code\Code.exe`;
  const main = String.raw`D:\Ann Lee\.vscode\extensions\handoff-tools.handoff-0.9.0\dist\command\main.js`;
  const { files, env } = windowsLauncher(storage, main, runtime);
  const [batch, starter] = [String.raw`${storage}\handoff.cmd`, String.raw`${storage}\handoff.js`];
  expect(env.HANDOFF_LAUNCHER).toBe(batch);
  expect(JSON.parse(env.HANDOFF_START)).toEqual({ words: [runtime, starter], env: { ELECTRON_RUN_AS_NODE: "1" } });
  expect(files[batch]).toBe('@echo off\r\nset ELECTRON_RUN_AS_NODE=1\r\n"C:\\Program Files\\100%% Code\\Code.exe" "%~dp0handoff.js" %*\r\n');
  expect(files[starter]).toContain(JSON.stringify(main));
});

test("the script of the launcher on Windows starts the command of another version after an update, and says what to do without one", () => {
  const main = join(extension, "dist", "command", "main.js");
  // Only the separators of the paths are those of Windows.
  const { files, env } = windowsLauncher(folder, main, process.execPath);
  const starter = join(folder, "handoff.js");
  const text = Object.values(files).at(-1) ?? "";
  writeFileSync(starter, text);
  renameSync(extension, join(dirname(extension), "handoff-tools.handoff-1.10.0"));
  expect(JSON.parse(execFileSync(process.execPath, [starter, "a b"], { encoding: "utf8" }))).toEqual([["a b"], env.HANDOFF_LAUNCHER, null]);
  rmSync(dirname(extension), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [starter], { encoding: "utf8" });
  expect([status, stderr]).toEqual([127, expect.stringContaining("Open a project with Handoff in VSCode once.")]);
});

test("without the extension the launcher says what to do", async () => {
  await command().find();
  const moved = join(folder, "moved");
  cpSync(launcher, moved);
  rmSync(dirname(extension), { recursive: true });
  const { status, stderr } = spawnSync(moved, { encoding: "utf8" });
  expect([status, stderr]).toEqual([127, expect.stringContaining("Open a project with Handoff in VSCode once.")]);
});

test("a run has the output, the errors and the exit code of the command", async () => {
  const found = await command().find();
  writeFileSync(join(extension, "dist", "command", "main.js"), "console.log(process.cwd()); console.error('no'); process.exit(3);");
  if (found === undefined) throw new Error("There is no command.");
  expect(await command().run(found, ["x"], folder)).toEqual({ code: 3, output: `${folder}\n`, errors: "no\n" });
});
