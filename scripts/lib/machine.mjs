// What the machine offers and what setup brought: one place that says where each outside program is.
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fontEnv } from "./fonts.mjs";
import { ask, which } from "./process.mjs";
import { root, tools } from "./paths.mjs";

/** The release of code-server whose VSCode the tests and `npm start` use. */
export const vscodeRelease = "4.139.1";
/** The Node release that this VSCode is made for. */
export const nodeMajor = 24;
export const wasmPackRelease = "0.15.1";

export const nodeFolder = join(tools, "node");
export const cargoFolder = join(tools, "cargo");
const browserFolder = join(tools, "browsers");
export const vscodeFolder = join(tools, "vscode");
export const vscodeServer = join(vscodeFolder, "node_modules", "code-server", "lib", "vscode");

/** The npm package that carries Node for this machine, and where its files are after the installation. */
export const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
export const nodePackageFolder = join(nodeFolder, "node_modules", nodePackage);

/** The environment of every program that the scripts start: what setup brought comes first on the search path. */
export function toolEnv() {
  const folders = [join(nodePackageFolder, "bin"), join(cargoFolder, "bin"), join(root, "node_modules", ".bin")];
  return {
    ...process.env,
    PATH: [...folders, process.env.PATH ?? ""].join(delimiter),
    PLAYWRIGHT_BROWSERS_PATH: browserFolder,
  };
}

/** Returns what `rust-toolchain.toml` asks for. */
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

/** The version of wasm-bindgen in Cargo.lock: the command-line tool must be the same. */
export function wasmBindgenRelease() {
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  const version = /name = "wasm-bindgen"\r?\nversion = "([^"]+)"/u.exec(lock)?.[1];
  if (version === undefined) throw new Error("Cargo.lock does not name wasm-bindgen.");
  return version;
}

/** Whether the Node that runs VSCode is there: the machine's own, or the one that setup brought. */
export async function hasVscodeNode() {
  return (await ask("node", ["--version"], toolEnv()))?.startsWith(`v${nodeMajor}.`) ?? false;
}

const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const browserPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Without a sandbox, since tests also run as root, and quiet on the network. */
const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** An installed Chromium of any name, else the one that Playwright keeps for setup. */
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
 * How every Chromium is started: the options for Playwright's `launch`.
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

/** An installed desktop VSCode's command. */
export const findCode = () => which("code");
