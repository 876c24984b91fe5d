// Builds `dist/`: the engine as WebAssembly, the extension for both hosts, the `handoff` command for Node.js, each webview, and the icons of the tabs. Skips parts whose inputs did not change.
import { gzipSync } from "node:zlib";
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { toolEnv, wasmPackRelease } from "./lib/machine.mjs";
import { pageScripts } from "./lib/pages.mjs";
import { dist, root, tools } from "./lib/paths.mjs";
import { Failure, run } from "./lib/process.mjs";
import { digest, once } from "./lib/stamps.mjs";
import { main, step, unchanged } from "./lib/steps.mjs";
import { installTool, removeUnused, toolFolder } from "./lib/toolCache.mjs";
import { writeNotices } from "./notices.mjs";

/** @param {...string} names */
const inRoot = (...names) => names.map((name) => join(root, name));

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  minify: true,
  metafile: true,
  logLevel: "silent",
  absWorkingDir: root,
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"' },
};

/** Scripts for Node.js, which are programs by themselves. @type {import('esbuild').BuildOptions} */
export const inNode = { ...shared, banner: { js: "#!/usr/bin/env node" }, format: "cjs", platform: "node", target: "node20" };

/** @type {import('esbuild').BuildOptions} */
const extension = {
  ...shared,
  format: "cjs",
  external: ["vscode"],
  // The extension passes the bytes of the module, so the URL in the generated loader is never used.
  define: { ...shared.define, "import.meta.url": '"file:///engine"' },
};

/**
 * Leaves the product out of the bundle of the Node host, which loads it from the bundle of the web host: otherwise
 * the package would contain it twice.
 * @type {import('esbuild').Plugin}
 */
const productOfWebHost = {
  name: "product of the web host",
  setup({ onResolve }) {
    // oxlint-disable-next-line require-unicode-regexp -- esbuild knows no flag "u"
    onResolve({ filter: /\/entry\.web\.ts$/ }, () => ({ path: "./web.js", external: true }));
  },
};

/** The entry points of esbuild. @type {Record<string, import('esbuild').BuildOptions[]>} */
const bundles = {
  extension: [
    {
      ...extension,
      entryPoints: ["extension/src/entry.node.ts"],
      outfile: "dist/extension/node.js",
      platform: "node",
      target: "node20",
      plugins: [productOfWebHost],
    },
    {
      ...extension,
      entryPoints: ["extension/src/entry.web.ts"],
      outfile: "dist/extension/web.js",
      platform: "browser",
      target: "es2023",
    },
  ],
  command: [
    {
      ...inNode,
      entryPoints: ["node/main.ts", "node/runCommand.ts"],
      outdir: "dist/command",
    },
  ],
  webviews: [
    {
      ...shared,
      entryPoints: { ...pageScripts, codicon: "node_modules/@vscode/codicons/dist/codicon.css" },
      outdir: "dist/webviews",
      format: "iife",
      // Makes V8 compile the whole script while it loads, instead of parsing each function again at its first call.
      banner: { js: "//# allFunctionsCalledOnLoad" },
      platform: "browser",
      target: "es2023",
      loader: { ".ttf": "file", ".svg": "text" },
      assetNames: "[name]",
    },
  ],
};

/** Inputs of every part besides its own sources. */
const buildFiles = inRoot("package-lock.json", "scripts/build.mjs", "tsconfig.base.json");
const metaFile = (/** @type {string} */ part) => join(tools, "meta", `${part}.json`);
const engineFiles = ["engine.js", "engine.d.ts", "engine_bg.wasm"].map((name) => join(dist, "engine", name));

/** @typedef {'release' | 'trial'} Profile `release` is published, `trial` compiles in less than half the time */

/** Options of wasm-pack. @type {Record<Profile, string[]>} */
const profileOptions = { release: ["--release"], trial: ["--profile", "trial", "--no-opt"] };

/** The time for which a compiled module that no clone uses any more is kept, in days. */
const MODULE_DAYS = 14;

const commandTarget = "wasm32-wasip1";

/** The profile of its module, also for trying: another one compiles no faster, and Node.js starts a larger module later. */
const commandProfile = "portable";

/**
 * Compiles crates to WebAssembly in the tool cache, so that other clones and working trees with the same sources take the
 * same files.
 * @param {string} name
 * @param {string[]} otherCrates the crates that are not in it
 * @param {string[]} words those of the compiler
 * @param {(folder: string) => Promise<unknown>} compile writes the files into a folder
 * @returns {Promise<string>} the folder with the files
 */
async function compiled(name, otherCrates, words, compile) {
  const crates = readdirSync(join(root, "crates")).filter((crate) => !otherCrates.includes(crate));
  const inputs = inRoot(
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    ...crates.flatMap((crate) => [`crates/${crate}/Cargo.toml`, `crates/${crate}/src`]),
  );
  const compiler = await run("rustc", ["--version"]);
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const key = digest(inputs, [compiler, wasmPackRelease, devDependencies.binaryen, ...words].join(" "));
  const folder = toolFolder(name, key.slice(0, 16));
  if (await installTool(folder, async (beside) => void (await compile(beside)))) removeUnused(name, MODULE_DAYS);
  return folder;
}

/** @param {Profile} profile */
const engine = (profile) => async () => {
  const words = ["build", "crates/wasm", "--mode", "no-install", "--target", "web", ...profileOptions[profile], "--out-name", "engine", "--no-pack"];
  const built = await compiled("engine", ["cli", "node"], words, (folder) =>
    run("wasm-pack", [...words, "--out-dir", folder], { env: toolEnv(), heartbeat: true }),
  );
  const done = await once("engine", built, engineFiles, async () => {
    rmSync(join(dist, "engine"), { recursive: true, force: true });
    cpSync(built, join(dist, "engine"), { recursive: true });
  });
  return done || unchanged;
};

/** The whole command: its module, and the script that runs it in Node.js. */
async function command() {
  const bundled = await bundle("command")();
  const words = ["build", "--package", "handoff-cli", "--target", commandTarget, "--profile", commandProfile];
  const built = await compiled("command", ["wasm"], words, async (folder) => {
    await run("cargo", words, { heartbeat: true });
    copyFileSync(join(root, "target", commandTarget, commandProfile, "handoff.wasm"), join(folder, "handoff.wasm"));
  });
  const folder = join(dist, "command");
  const module = join(folder, "handoff.wasm");
  const done = await once("command", built, [module], async () => {
    copyFileSync(join(built, "handoff.wasm"), module);
    chmodSync(join(folder, "main.js"), 0o755);
  });
  return done ? undefined : bundled;
}

/** @param {string} part */
const bundle = (part) => async () => {
  const inputs = [...buildFiles, ...engineFiles, ...inRoot("extension/src", "extension/media", "extension/tsconfig.json", "node", "scripts/lib/pages.mjs", "webviews")];
  const out = join(dist, part);
  const done = await once(`bundle-${part}`, digest(inputs), [out], async () => {
    const esbuild = await import("esbuild").catch(() => {
      throw new Failure('The npm dependencies are missing. Run "npm test" or "npm start" to install them.');
    });
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    /** @type {string[]} */
    const inside = [];
    for (const options of bundles[part] ?? []) {
      const result = await esbuild.build(options).catch((/** @type {import('esbuild').BuildFailure} */ { errors }) => {
        const place = (/** @type {import('esbuild').Location} */ at) => `${at.file}:${at.line}:${at.column}: `;
        throw new Failure(errors.map(({ text, location }) => (location ? place(location) : "") + text).join("\n"));
      });
      inside.push(...Object.keys(result.metafile?.inputs ?? {}));
    }
    mkdirSync(dirname(metaFile(part)), { recursive: true });
    writeFileSync(metaFile(part), JSON.stringify(inside));
  });
  return done || unchanged;
};

/** Draws the icons with the Node from set-up, which runs TypeScript. */
async function icons() {
  const script = "scripts/tabIcons.mjs";
  const key = digest(inRoot("webviews/contract/surfaces.ts", "scripts/build.mjs", script));
  const done = await once("icons", key, [join(dist, "icons")], async () => {
    await run("node", ["--no-warnings", join(root, script)], { env: toolEnv() });
  });
  return done || unchanged;
}

/** @param {boolean} hasCommand */
const bundleNames = (hasCommand) => Object.keys(bundles).filter((name) => name !== "command" || hasCommand);

/** @param {boolean} hasCommand */
const notices = (hasCommand) => async () => {
  const metaFiles = bundleNames(hasCommand).map(metaFile);
  const key = digest([...buildFiles, ...metaFiles, ...inRoot("Cargo.lock", "scripts/notices.mjs")]);
  const inside = () => metaFiles.flatMap((file) => JSON.parse(readFileSync(file, "utf8")));
  return (await once("notices", key, [join(dist, "NOTICES.txt")], () => writeNotices(inside()))) || unchanged;
};

/** @param {Profile} profile @param {boolean} hasCommand */
const parts = (profile, hasCommand) => ({
  engine: engine(profile),
  ...Object.fromEntries(bundleNames(hasCommand).map((name) => [name, name === "command" ? command : bundle(name)])),
  icons,
  notices: notices(hasCommand),
});

/** @param {{ profile?: Profile, names?: string[], hasCommand?: boolean }} [options] `names`: the parts to build; default: all. `hasCommand`: with the command for Node.js, which takes as long as the engine */
export async function build({ profile = "release", names = [], hasCommand = true } = {}) {
  const all = new Map(Object.entries(parts(profile, hasCommand)));
  for (const name of names.length > 0 ? names : all.keys()) {
    const work = all.get(name);
    if (work === undefined) throw new Failure(`There is no part "${name}". The parts are ${[...all.keys()].join(", ")}.`);
    await step(`build ${name}${name === "engine" ? ` (profile ${profile})` : ""}`, work);
  }
}

/** Prints the size of each file, plain and compressed. */
function report() {
  for (const part of ["engine", ...bundleNames(true)]) {
    for (const name of readdirSync(join(dist, part))) {
      if (!/\.(?:js|css|wasm)$/u.test(name)) continue;
      const bytes = readFileSync(join(dist, part, name));
      const sizes = [bytes, gzipSync(bytes)].map(({ length }) => `${(length / 1000).toFixed(1)} kB`);
      console.log(`       ${relative(root, join(dist, part, name))}: ${sizes[0]}, ${sizes[1]} compressed`);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(async () => {
    const { values, positionals: names } = parseArgs({ allowPositionals: true, options: { trial: { type: "boolean" } } });
    const profile = values.trial === true ? "trial" : "release";
    await build({ profile, names });
    if (names.length === 0) report();
  });
}
