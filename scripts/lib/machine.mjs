// Locates external programs: those of the machine and those that set-up installed.
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fontEnv } from "./fonts.mjs";
import { Failure, ask, which } from "./process.mjs";
import { root } from "./paths.mjs";
import { toolCache, toolFolder } from "./toolCache.mjs";

/**
 * The releases of code-server whose VSCode is tested, with the Node release that each requires: the newest, one between, and
 * the oldest that the extension runs in. Their minor number is that of VSCode.
 * @type {Record<string, number>}
 */
export const vscodeReleases = { "4.139.1": 24, "4.110.0": 22, "4.103.2": 22 };
const [newest = ""] = Object.keys(vscodeReleases);
/** The release that the tests and `npm start` use. The variable selects another one. */
export const vscodeRelease = process.env.HANDOFF_VSCODE_RELEASE || newest;
const node = vscodeReleases[vscodeRelease];
if (node === undefined) throw new Failure(`HANDOFF_VSCODE_RELEASE is ${vscodeRelease}. The releases are ${Object.keys(vscodeReleases).join(", ")}.`);
/** The Node release that this VSCode requires. */
export const nodeMajor = node;
export const wasmPackRelease = "0.15.1";
export const cargoMutantsRelease = "27.1.0";

export const nodeFolder = toolFolder("node", nodeMajor);
export const vscodeFolder = toolFolder("vscode", vscodeRelease);
/** Returns the folder of the server in an installation. @param {string} [folder] */
export const vscodeServer = (folder = vscodeFolder) => join(folder, "node_modules", "code-server", "lib", "vscode");

/** The npm package with Node for this machine, and the folder of its files after the installation. */
export const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
export const nodePackageFolder = join(nodeFolder, "node_modules", nodePackage);

/** The programs that are compiled with cargo, with their versions. */
const cargoTools = () => [
  ["wasm-pack", wasmPackRelease],
  ["wasm-bindgen-cli", wasmBindgenRelease()],
  ["cargo-mutants", cargoMutantsRelease],
];

/** The environment of all started programs: installed tools come first on the search path. */
export function toolEnv() {
  const compiled = cargoTools().map(([name = "", version = ""]) => join(toolFolder(name, version), "bin"));
  const folders = [join(nodePackageFolder, "bin"), ...compiled, join(root, "node_modules", ".bin")];
  return {
    ...process.env,
    PATH: [...folders, process.env.PATH ?? ""].join(delimiter),
    PLAYWRIGHT_BROWSERS_PATH: join(toolCache, "browsers"),
  };
}

/** Returns the channel and targets of `rust-toolchain.toml`. */
export function rustToolchain() {
  const text = readFileSync(join(root, "rust-toolchain.toml"), "utf8");
  const channel = /^channel = "([^"]+)"/mu.exec(text)?.[1];
  if (channel === undefined) throw new Error("rust-toolchain.toml names no channel.");
  const list = (/** @type {string} */ key) => {
    const names = new RegExp(`^${key} = \\[([^\\]]*)\\]`, "mu").exec(text)?.[1] ?? "";
    return [...names.matchAll(/"([^"]+)"/gu)].map(([, name = ""]) => name);
  };
  return { channel, components: list("components"), targets: list("targets") };
}

/** Returns the oldest version of Rust that compiles the project. */
export function oldestRust() {
  const version = /^rust-version = "([^"]+)"/mu.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))?.[1];
  if (version === undefined) throw new Error("Cargo.toml names no rust-version.");
  return version;
}

/** Returns the version of wasm-bindgen in Cargo.lock. The command-line tool must have the same version. */
export function wasmBindgenRelease() {
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  const version = /name = "wasm-bindgen"\r?\nversion = "([^"]+)"/u.exec(lock)?.[1];
  if (version === undefined) throw new Error("Cargo.lock does not name wasm-bindgen.");
  return version;
}

/** Returns whether the programs of an environment have a Node that can run VSCode. @param {NodeJS.ProcessEnv} env */
export async function hasVscodeNode(env) {
  return (await ask("node", ["--version"], env))?.startsWith(`v${nodeMajor}.`) ?? false;
}

const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const browserPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** No sandbox, because tests also run as root; no background network requests. */
const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns an installed Chromium-based browser, or the one that Playwright installed. */
export async function findChromium() {
  const installed =
    browserNames.map((name) => which(name)).find((path) => path !== undefined) ??
    browserPlaces.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  const script = `import('playwright-core').then((p) => process.stdout.write((p.chromium ?? p.default.chromium).executablePath()))`;
  const downloaded = await ask("node", ["--eval", script], toolEnv());
  return downloaded !== undefined && existsSync(downloaded) ? downloaded : undefined;
}

/**
 * Returns the options for Playwright's `launch` that every Chromium is started with.
 * @param {...string} more further arguments of the browser
 */
export async function chromiumOptions(...more) {
  const executablePath = await findChromium();
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [...chromiumArguments, ...more],
    env: { ...process.env, ...fontEnv() },
  };
}

/** The commands of VSCode and of editors that take its extensions. */
const codeNames = ["code", "codium", "cursor"];
const codePlaces = [
  "/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code",
  "/Applications/VSCodium.app/Contents/Resources/app/bin/codium",
  "/Applications/Cursor.app/Contents/Resources/app/bin/cursor",
];

/** Returns the command of an installed desktop VSCode, VSCodium or Cursor. */
export const findCode = () =>
  codeNames.map((name) => which(name)).find((path) => path !== undefined) ?? codePlaces.find((path) => existsSync(path));
