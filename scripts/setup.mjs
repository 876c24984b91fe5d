// Installs missing tools into the tool cache and `node_modules/`. Skips a step until its version changes.
// Imports no npm package, because it installs them.
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installWithCargo, startNpmFolder } from "./lib/install.mjs";
import * as machine from "./lib/machine.mjs";
import { root } from "./lib/paths.mjs";
import { Failure, ask, npm, run, which } from "./lib/process.mjs";
import { digest, once } from "./lib/stamps.mjs";
import { main, step, unchanged } from "./lib/steps.mjs";
import { installTool } from "./lib/toolCache.mjs";

/**
 * Runs a step. If it fails, adds a sentence about the consequence to the message.
 * @param {string} meaning
 * @param {() => Promise<unknown>} work
 */
const orSay = (meaning, work) => async () => {
  try {
    return await work();
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${meaning}`);
  }
};

async function rustToolchain() {
  // Without rustup, the target for WebAssembly must already be installed; otherwise the build reports it.
  if (which("rustup") === undefined) return unchanged;
  const { channel, components, targets } = machine.rustToolchain();
  const installed = (await ask("rustup", ["component", "list", "--toolchain", channel, "--installed"]))?.split("\n");
  if (installed === undefined || !(await isNewEnough(channel))) {
    const wanted = [
      ...components.flatMap((name) => ["--component", name]),
      ...targets.flatMap((name) => ["--target", name]),
    ];
    await run("rustup", ["toolchain", "install", channel, "--no-self-update", ...wanted]);
    return undefined;
  }
  // Added one by one, because rustup would update the whole toolchain to the newest release first.
  const isMissing = (/** @type {string} */ name) => !installed.some((one) => one === name || one.startsWith(`${name}-`));
  const missing = components.filter(isMissing);
  const missingTargets = targets.filter((target) => isMissing(`rust-std-${target}`));
  if (missing.length > 0) await run("rustup", ["component", "add", "--toolchain", channel, ...missing]);
  if (missingTargets.length > 0) await run("rustup", ["target", "add", "--toolchain", channel, ...missingTargets]);
  return missing.length + missingTargets.length === 0 ? unchanged : undefined;
}

/** Returns whether the installed Rust can compile the project. @param {string} channel */
async function isNewEnough(channel) {
  const numbers = (/** @type {string} */ text) => /(\d+)\.(\d+)/u.exec(text)?.slice(1).map(Number) ?? [0, 0];
  const [major = 0, minor = 0] = numbers((await ask("rustc", [`+${channel}`, "--version"])) ?? "");
  const [oldestMajor = 0, oldestMinor = 0] = numbers(machine.oldestRust());
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

async function wasmTools() {
  const env = machine.toolEnv();
  const bindgen = machine.wasmBindgenRelease();
  const wanted = [];
  if ((await ask("wasm-pack", ["--version"], env)) === undefined)
    wanted.push({ name: "wasm-pack", version: machine.wasmPackRelease });
  if ((await ask("wasm-bindgen", ["--version"], env)) !== `wasm-bindgen ${bindgen}`)
    wanted.push({ name: "wasm-bindgen-cli", version: bindgen });
  if (wanted.length === 0) return unchanged;
  return await installWithCargo(wanted);
}

async function dependencies() {
  const files = ["package-lock.json", ".npmrc"].map((name) => join(root, name));
  const done = await once(
    "dependencies",
    digest(files),
    [join(root, "node_modules", ".package-lock.json")],
    async () => void (await npm(["ci"])),
  );
  return done || unchanged;
}

async function node() {
  if (await machine.hasVscodeNode(process.env)) return unchanged;
  const done = await installTool(machine.nodeFolder, async (folder) => {
    startNpmFolder(folder);
    await npm(["install", "--no-save", `${machine.nodePackage}@${machine.nodeMajor}`], { cwd: folder });
  });
  if (!(await machine.hasVscodeNode(machine.toolEnv())))
    throw new Failure(`${machine.nodePackage}@${machine.nodeMajor} does not run here.`);
  return done || unchanged;
}

async function vscode() {
  const done = await installTool(machine.vscodeFolder, async (folder) => {
    const env = machine.toolEnv();
    startNpmFolder(folder);
    await npm(["install", "--ignore-scripts", `code-server@${machine.vscodeRelease}`], { cwd: folder, env });
    const server = machine.vscodeServer(folder);
    for (const part of [server, join(server, "extensions")])
      await npm(["install", "--omit=dev", "--ignore-scripts"], { cwd: part, env });
    // Uses the headers of the installed Node instead of downloading them.
    const headers = existsSync(machine.nodePackageFolder) ? { npm_config_nodedir: machine.nodePackageFolder } : {};
    const native = ["@vscode/spdlog", "@vscode/native-watchdog", "@vscode/deviceid"];
    await npm(["rebuild", "--ignore-scripts=false", ...native], { cwd: server, env: { ...env, ...headers } });
    await ripgrep(server, join(folder, "ripgrep"));
  });
  return done || unchanged;
}

/** Older releases download ripgrep from GitHub when they are installed. npm has it as a package. @param {string} server @param {string} beside */
async function ripgrep(server, beside) {
  const own = join(server, "node_modules", "@vscode", "ripgrep");
  if (!existsSync(own)) return;
  startNpmFolder(beside);
  await npm(["install", "--ignore-scripts", "@vscode/ripgrep-universal"], { cwd: beside, env: machine.toolEnv() });
  cpSync(join(beside, "node_modules", "@vscode", "ripgrep-universal", "bin", `${process.platform}-${process.arch}`), join(own, "bin"), { recursive: true });
}

async function chromium() {
  if ((await machine.findChromium()) !== undefined) return unchanged;
  const debian =
    process.platform === "linux" &&
    process.getuid?.() === 0 &&
    existsSync("/etc/debian_version") &&
    which("apt-get") !== undefined;
  if (debian) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], { env });
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { env });
    if ((await machine.findChromium()) !== undefined) return undefined;
  }
  return run("node", [join(root, "node_modules", "playwright-core", "cli.js"), "install", "chromium"], {
    env: machine.toolEnv(),
  });
}

async function rust() {
  const targets = machine.rustToolchain().targets.join(" ");
  const needsTargets = `The package needs the targets ${targets}: "rustup target add ${targets}".`;
  await step("Rust with the targets for WebAssembly", orSay(needsTargets, rustToolchain));
  const meaning = "Without wasm-pack and wasm-bindgen the engine cannot be compiled for VSCode.";
  await step("wasm-pack and wasm-bindgen (some minutes the first time)", orSay(meaning, wasmTools));
}

/** @typedef {'build' | 'start' | 'test'} Purpose what to set up for; each includes the previous one */

/**
 * Installs the tools for a purpose. Rust tools compile while npm downloads.
 * @param {Purpose} purpose
 */
export async function setUp(purpose) {
  // Said before anything is downloaded.
  if (which("cargo") === undefined) throw new Failure("Rust is missing. Install it from https://rustup.rs and run this again.");
  const wantsVscode = purpose === "test" || (purpose === "start" && machine.findCode() === undefined);
  const javascript = async () => {
    await step("npm dependencies", orSay("Without the npm dependencies nothing can be built.", dependencies));
    if (wantsVscode) {
      const needsNode = `VSCode from npm runs on Node ${machine.nodeMajor}, and npm has none for this machine: install Node ${machine.nodeMajor} or the desktop VSCode with its "code" command.`;
      await step(`Node ${machine.nodeMajor}`, orSay(needsNode, node));
      const needsCompiler =
        'VSCode from npm has three small native parts: they need a C++ compiler, make and Python 3. A desktop VSCode with its "code" command serves for npm start.';
      await step(`VSCode from npm (code-server ${machine.vscodeRelease})`, orSay(needsCompiler, vscode));
    }
    if (purpose === "test")
      await step("Chromium", orSay("The tests of the interface need a Chromium or Chrome: install one.", chromium));
  };
  const results = await Promise.allSettled([rust(), javascript()]);
  if (results.some(({ status }) => status === "rejected")) throw new Failure("Set-up is incomplete.");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const purpose = /** @type {Purpose} */ (process.argv[2] ?? "test");
  await main(() => setUp(purpose));
}
