// Checks that dependencies have one direction. Each rule is a row: the files that it covers, and what they may import.
import { expect, test } from "vitest";
import { imports, projectFiles, text } from "./files.ts";

const files = projectFiles();
const crates = ["protocol", "format", "engine", "agent", "wasm", "node", "cli"];
const onlyInWasm = /^(?:wasm-bindgen|serde-wasm-bindgen|js-sys|web-sys)$/u;
const onlyInCli = /^(?:clap|rmcp|tokio)$/u;

/** Returns the names under `[dependencies]`, without dev-dependencies. */
function cargoDependencies(crate: string): string[] {
  const section =
    /^\[dependencies\]$([\s\S]*?)(?=^\[|$(?![\s\S]))/mu.exec(text(`crates/${crate}/Cargo.toml`))?.[1] ?? "";
  return [...section.matchAll(/^([\w-]+)/gmu)].map(([, name = ""]) => name);
}

test("a crate depends only on the crates before it", () => {
  for (const crate of crates.filter((name) => files.includes(`crates/${name}/Cargo.toml`))) {
    const earlier = crates.slice(0, Math.min(crates.indexOf(crate), crates.indexOf("wasm")));
    const ours = cargoDependencies(crate).filter((name) => name.startsWith("handoff-"));
    const wrong = ours.filter((name) => !earlier.includes(name.slice("handoff-".length)));
    expect(wrong, `crates/${crate}`).toEqual([]);
  }
});

test("every crate is in the order above", () => {
  const present = files.flatMap((file) => /^crates\/([^/]+)\/Cargo\.toml$/u.exec(file)?.[1] ?? []);
  expect(present.filter((crate) => !crates.includes(crate))).toEqual([]);
});

test("only crates/wasm knows wasm-bindgen, and only crates/cli the command line and MCP", () => {
  const wrong = crates
    .filter((crate) => files.includes(`crates/${crate}/Cargo.toml`))
    .flatMap((crate) => cargoDependencies(crate).map((name) => ({ crate, name })))
    .filter(
      ({ crate, name }) => (onlyInWasm.test(name) && crate !== "wasm") || (onlyInCli.test(name) && crate !== "cli"),
    );
  expect(wrong).toEqual([]);
});

test("no crate but crates/cli touches files, processes, the network or the environment", () => {
  const io = /\bstd::(?:fs|env|net|process|thread)\b|\bSystemTime::now\b/u;
  const sources = files.filter(
    (file) => /^crates\/(?!cli\/)[^/]+\/src\/.*\.rs$/u.test(file) && !/\btests?\.rs$|\/tests\//u.test(file),
  );
  expect(sources.length).toBeGreaterThan(0);
  // Code after the attribute of the test module is not part of the library.
  expect(sources.filter((file) => io.test(text(file).split(/^#\[cfg\(test\)\]/mu)[0] ?? ""))).toEqual([]);
});

interface Zone {
  readonly covers: RegExp;
  /** Files of the repository that it may import. */
  readonly own: RegExp;
  /** Packages that it may import. */
  readonly packages: RegExp;
}

const zones: readonly Zone[] = [
  { covers: /^webviews\/contract\//u, own: /^\/webviews\/contract\//u, packages: /^$/u },
  {
    covers: /^webviews\/(?!contract\/|gallery\/).*(?<!\.test)\.tsx?$/u,
    // Of the extension only its pictures.
    own: /^\/webviews\/|^\/node_modules\/@vscode\/codicons\/|^\/extension\/media\/.*\.svg\?raw$/u,
    packages: /^(?!vscode$|node:|#|\/)/u,
  },
  {
    covers: /^extension\/src\//u,
    own: /^\/extension\/(?:src\/|api\.d\.ts$)|^\/webviews\/contract\//u,
    packages: /^(?:vscode|#engine|node:\w+(?:\/\w+)?)$/u,
  },
  {
    // Scripts that open the built engine use the loader of the extension, the one that writes the demo project its player,
    // and the one that draws the icons of the tabs their table.
    covers: /^(?:scripts|bench)\//u,
    own: /^\/(?:(?:scripts|bench|dist|extension\/src\/engine|webviews\/contract\/generated)\/|(?:extension\/src\/demo\/player|webviews\/contract\/surfaces)\.ts$)/u,
    packages: /^(?:node:[\w/]+|esbuild|playwright-core|axe-core)$/u,
  },
];

const scripts = files.filter((file) => /\.(?:m?[jt]s|tsx)$/u.test(file));

test.each(zones)("files in $covers import only allowed modules", ({ covers, own, packages }) => {
  const wrong = scripts
    .filter((file) => covers.test(file))
    .flatMap((file) => imports(file).map((name) => ({ file, name })))
    .filter(({ name }) => !(own.test(name) || packages.test(name)));
  expect(wrong).toEqual([]);
});

test("one surface does not import another", () => {
  const surface = (file: string) => /^\/?webviews\/(?!contract|shared|gallery)([^/]+)\//u.exec(file)?.[1];
  const wrong = scripts
    .filter((file) => surface(file) !== undefined)
    .flatMap((file) => imports(file).map((name) => ({ file, name })))
    .filter(({ file, name }) => surface(name) !== undefined && surface(name) !== surface(file));
  expect(wrong).toEqual([]);
});

test("only webviews and tests use the DOM", () => {
  const lib = JSON.stringify(
    (JSON.parse(text("extension/tsconfig.json")) as { compilerOptions: object }).compilerOptions,
  );
  expect(lib).not.toMatch(/"DOM/u);
  const references = scripts.filter(
    (file) => !file.startsWith("webviews/") && /^\/\/\/ <reference lib="dom/mu.test(text(file)),
  );
  expect(references).toEqual([]);
});
