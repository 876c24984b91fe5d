// Runs mocha suites in VSCode's extension host: the package with one bundle of tests, in a separate
// folder.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../../scripts/lib/paths.mjs";
import { serve } from "../../../scripts/lib/vscodeServer.mjs";
import { browser } from "./chromium.ts";
import { extensionId } from "./extensionId.ts";
import { installation } from "./installation.ts";
import { copyTestProject, removeScratch, scratchFolder, userDataWith } from "./scratch.ts";
import type { Host } from "./vscode.ts";

const suites = join(root, "extension", "test", "integration");

/** The names of the workspaces with suites: one folder of tests each. */
export function workspaces(): string[] {
  return readdirSync(suites, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

/**
 * Returns the folder to open for a suite: none for `empty`, all projects of tests/projects for `multi-root`,
 * otherwise the test project of that name.
 */
function openWorkspace(name: string): string {
  if (name === "empty") return scratchFolder("project");
  if (name !== "multi-root") return copyTestProject(name);
  const file = join(scratchFolder("project"), "projects.code-workspace");
  const projects = readdirSync(join(root, "tests/projects")).filter((project) => existsSync(join(root, "tests/projects", project, ".handoff")));
  const folders = projects.map((project) => ({ path: copyTestProject(project) }));
  writeFileSync(file, JSON.stringify({ folders }));
  return file;
}

/** Copies the installed package with the tests; for the web host without the entry for Node. */
async function stage(host: Host, workspace: string): Promise<string> {
  const { extensions: installed } = installation();
  const name = readdirSync(installed).find((entry) => entry.startsWith(`${extensionId}-`));
  if (name === undefined) throw new Error("The package was not installed.");
  const folder = scratchFolder(`staged-${host}`);
  cpSync(join(installed, name), folder, { recursive: true });
  const manifestFile = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Record<string, unknown>;
  if (host === "web") delete manifest["main"];
  writeFileSync(manifestFile, JSON.stringify(manifest));
  await bundleTests(host, workspace, join(folder, "test", "index.js"));
  return folder;
}

async function bundleTests(host: Host, workspace: string, outfile: string): Promise<void> {
  const files = readdirSync(join(suites, workspace)).filter((name) => name.endsWith(".test.ts"));
  // mocha defines its functions on load and sets `module.exports`, so the tests come after it and
  // set theirs last.
  const contents = [
    'const { runSuites } = require("./mochaHost");',
    "module.exports = { run: () => runSuites(() => {",
    ...files.map((name) => `require(${JSON.stringify(join(suites, workspace, name))});`),
    "}) };",
  ].join("\n");
  await build({
    stdin: { contents, resolveDir: join(root, "extension", "test", "harness"), loader: "js" },
    outfile,
    bundle: true,
    format: "cjs",
    platform: host === "node" ? "node" : "browser",
    target: "es2023",
    external: ["vscode"],
    alias: { mocha: join(root, "node_modules", "mocha", "mocha.mjs") },
    define: { HANDOFF_HOST: JSON.stringify(host) },
    logLevel: "error",
  });
}

export interface Outcome {
  readonly exitCode: number;
  /** One line per test, with the reason of a failure. */
  readonly lines: readonly string[];
}

/** Runs the suites of one workspace in one host. */
export async function runSuites(host: Host, workspace: string): Promise<Outcome> {
  const staged = await stage(host, workspace);
  const opened = openWorkspace(workspace);
  // One suite calls the server that agents in VSCode get.
  const userData = userDataWith({ "chat.disableAIFeatures": false });
  const server = await serve({ userData, extensions: scratchFolder("none") }, { testDriver: true });
  const context = await (await browser()).newContext();
  try {
    const page = await context.newPage();
    const lines: string[] = [];
    await page.exposeFunction("codeAutomationLog", (_kind: string, parts: unknown[]) => {
      const text = parts.map(String).join(" ");
      const line = /\[suite\] (.*)$/su.exec(text)?.[1];
      if (line !== undefined) lines.push(line);
    });
    const exitCode = new Promise<number>((resolve, reject) => {
      page.exposeFunction("codeAutomationExit", resolve).catch(reject);
    });
    const remote = (path: string) => `vscode-remote://127.0.0.1:${server.port}${path}`;
    const payload = JSON.stringify([
      ["extensionDevelopmentPath", remote(staged)],
      ["extensionTestsPath", remote(join(staged, "test", "index.js"))],
    ]);
    const kind = opened.endsWith(".code-workspace") ? "workspace" : "folder";
    const address = new URL(`http://127.0.0.1:${server.port}/`);
    address.search = new URLSearchParams({ [kind]: opened, payload }).toString();
    await page.goto(address.href);
    return { exitCode: await exitCode, lines };
  } finally {
    await context.close();
    await server.stop();
    for (const folder of [staged, userData]) removeScratch(folder);
  }
}
