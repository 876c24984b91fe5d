// Checks that the crates can be published: complete metadata, one version and one address, and no file outside of their folders.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/paths.mjs";
import { projectFiles, text } from "./files.ts";

interface Crate {
  readonly name: string;
  readonly version: string;
  readonly description: string | null;
  readonly license: string | null;
  readonly repository: string | null;
  readonly readme: string | null;
  readonly keywords: readonly string[];
  readonly categories: readonly string[];
  /** Names of the registries that may have it; `null` for all. */
  readonly publish: readonly string[] | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

const cargo = (...args: string[]) => execFileSync("cargo", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const { packages } = JSON.parse(cargo("metadata", "--no-deps", "--offline", "--format-version", "1")) as { packages: readonly Crate[] };
const published = packages.filter(({ publish }) => publish === null);
const manifest = JSON.parse(text("package.json")) as { version: string; license: string; repository: { url: string } };

test("all crates are published but the module for JavaScript, which is a part of other packages", () => {
  expect(packages.filter(({ publish }) => publish !== null).map(({ name }) => name)).toEqual(["handoff-wasm"]);
});

test("crates have the version, the license and the address of the extension", () => {
  const { version, license, repository } = manifest;
  const expected = packages.map(({ name }) => ({ name, version, license, repository: repository.url }));
  expect(packages.map((crate) => ({ name: crate.name, version: crate.version, license: crate.license, repository: crate.repository }))).toEqual(expected);
});

test("crates depend on each other in exactly this version", () => {
  const requirements = [...text("Cargo.toml").matchAll(/^handoff-\w+ = \{ version = "([^"]+)"/gmu)].map(([, requirement]) => requirement);
  expect(requirements).toEqual(published.filter(({ name }) => name !== "handoff-cli").map(() => `=${manifest.version}`));
});

test.each(published)("$name has what the registry and docs.rs show", ({ description, readme, keywords, categories, metadata }) => {
  expect([description, readme]).toEqual([expect.any(String), "README.md"]);
  // The registry refuses more than 5.
  expect([keywords.length, categories.length].every((count) => count >= 1 && count <= 5)).toBe(true);
  expect(metadata).toHaveProperty("docs.rs.targets");
});

test("no product code of a crate includes a file from outside of its sources", () => {
  const sources = projectFiles().filter((file) => /^crates\/[^/]+\/src\/.*\.rs$/u.test(file) && !/\btests?\.rs$|_fuzz\.rs$|\/tests\//u.test(file));
  const included = sources.flatMap((file) => {
    const [product = ""] = text(file).split(/^#\[cfg\(test\)\]/mu);
    return [...product.matchAll(/(?:include_(?:str|bytes)!\(|#\[path = )"([^"]+)"/gu)].map(([, path = ""]) => ({ file, path }));
  });
  const isOutside = ({ file, path }: { file: string; path: string }) =>
    !posix.join(posix.dirname(file), path).startsWith(`${file.split("/").slice(0, 3).join("/")}/`);
  expect(included.length).toBeGreaterThan(0);
  expect(included.filter(isOutside)).toEqual([]);
});

test("cargo packages every crate with its license and README", () => {
  const target = mkdtempSync(join(tmpdir(), "handoff-crates-"));
  try {
    // Without lock files nothing has to be resolved, so it needs no network.
    cargo("package", "--workspace", "--no-verify", "--exclude-lockfile", "--allow-dirty", "--offline", "--target-dir", target);
    for (const { name, version } of published) {
      const listed = execFileSync("tar", ["-tzf", `${name}-${version}.crate`], { cwd: join(target, "package"), encoding: "utf8" });
      const files = ["Cargo.toml", "LICENSE", "README.md"].map((file) => `${name}-${version}/${file}`);
      expect(listed.split("\n")).toEqual(expect.arrayContaining(files));
    }
  } finally {
    rmSync(target, { recursive: true });
  }
});
