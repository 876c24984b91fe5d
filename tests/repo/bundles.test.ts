// The bundles for the clients of agents, for Claude Desktop and for the MCP registry. `npm run validate:bundles` installs them with
// the clients' own commands.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleFiles, serverEntry } from "../../scripts/bundles.mjs";
import { toolEnv } from "../../scripts/lib/machine.mjs";
import { root } from "../../scripts/lib/paths.mjs";
import { fillMcpb } from "../../scripts/mcpb.mjs";
import { packageName, serverName } from "../../scripts/npm.mjs";
import { projectFiles, text } from "./files.ts";

interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

const json = (file: string) => JSON.parse(text(file)) as Record<string, unknown>;
const manifest = json("package.json") as { version: string; contributes: Record<string, unknown>; repository: { url: string } };
const { version, contributes } = manifest;
const plugin = "bundles/plugin";
/** The plugin in the package of the extension. */
const packaged = "bundles/vscode";

test("the bundles are what npm run bundles writes, and nothing else is in their folders", () => {
  const written = bundleFiles();
  expect(Object.fromEntries(Object.keys(written).map((file) => [file, text(file)]))).toEqual(written);
  const folders = /^(?:bundles|\.agents|\.claude-plugin|\.cursor-plugin)\//u;
  expect(projectFiles().filter((file) => folders.test(file)).toSorted()).toEqual(Object.keys(written).filter((file) => folders.test(file)).toSorted());
});

test("the extension has the skill of the plugin, which is that of handoff setup", () => {
  const skill = `${packaged}/skills/handoff/SKILL.md`;
  expect(text(skill)).toBe(text("crates/cli/src/verbs/setup/skill.md"));
  expect([contributes["chatPlugins"], contributes["chatSkills"]]).toEqual([[{ path: `./${packaged}` }], [{ path: `./${skill}`, when: "!config.chat.plugins.enabled" }]]);
});

test.each([
  `${plugin}/mcp.json`,
  `${plugin}/.claude-plugin/plugin.json`,
  `${plugin}/.cursor-plugin/plugin.json`,
  "bundles/codex/.codex-plugin/plugin.json",
  "gemini-extension.json",
])("the server of %s is the package of this version", (file) => {
  const { command, args } = (json(file)["mcpServers"] as { handoff: Server }).handoff;
  expect([command, ...args.slice(0, 4)]).toEqual(["npx", "--prefer-offline", "-y", `${packageName}@${version}`, "mcp"]);
});

/** Replaces each command line by the hook that it runs. */
function hooksIn(value: unknown): unknown {
  if (typeof value === "string") return /hook ([\w-]+ --client \w+)/u.exec(value)?.[1] ?? value;
  if (Array.isArray(value)) return value.map(hooksIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hooksIn(one)]));
}

const command = join(root, "dist", "command", "main.js");

test.each([
  ["claude", ".claude/settings.json", `${plugin}/.claude-plugin/plugin.json`],
  ["codex", ".codex/hooks.json", "bundles/codex/.codex-plugin/plugin.json"],
  ["cursor", ".cursor/hooks.json", `${plugin}/.cursor-plugin/plugin.json`],
  ["copilot", ".github/hooks/handoff.json", `${plugin}/com.github.copilot/hooks/hooks.json`],
  ["copilot", ".github/hooks/handoff.json", `${packaged}/hooks/hooks.json`],
])("the hooks for %s are those of handoff setup", (client, path, file) => {
  inNewFolder((folder) => {
    const env = { ...toolEnv(), HOME: folder, USERPROFILE: folder, XDG_STATE_HOME: folder };
    const { stdout } = spawnSync("node", [command, "setup", client, "--dry-run", "--json", "--project", folder], { encoding: "utf8", env });
    const { files } = JSON.parse(stdout) as { files: { path: string; after: string }[] };
    const expected = JSON.parse(files.find((one) => one.path === path)?.after ?? "") as { hooks: Record<string, unknown> };
    const { hooks } = json(file) as { hooks: { hooks?: unknown } };
    // The bundles start the command with npx, which takes longer than most tools.
    for (const event of ["PreToolUse", "PermissionRequest", "Elicitation", "Notification", "PostToolUse"]) delete expected.hooks[event];
    expect(hooksIn(hooks.hooks ?? hooks)).toEqual(hooksIn(expected.hooks));
  });
});

test("the hooks of the package run its own command, and stand back for those of handoff setup", () => {
  inNewFolder((folder) => {
    const env = { ...toolEnv(), HOME: join(folder, "home"), PLUGIN_ROOT: join(root, packaged) };
    spawnSync("node", [command, "init", "Desk", "--project", folder], { env });
    const { hooks } = json(`${packaged}/hooks/hooks.json`) as { hooks: { sessionStart: [{ bash: string }] } };
    const start = () => spawnSync("sh", ["-c", hooks.sessionStart[0].bash], { cwd: folder, env, input: JSON.stringify({ cwd: folder }), encoding: "utf8" }).stdout;
    expect(start()).toContain("Desk");
    spawnSync("node", [command, "setup", "vscode", "--project", folder], { env });
    expect(start()).toBe("");
  });
});

/** Runs a server in a folder, and returns what it answers to `initialize`, the list of tools, and the creation of a project. */
function askServer(program: string, args: readonly string[], folder: string) {
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const requests = [
    { id: 1, method: "initialize", params: client },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
    { id: 3, method: "tools/call", params: { name: "handoff_init", arguments: { project_name: "Desk" } } },
  ];
  const input = requests.map((request) => `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`).join("");
  const { stdout } = spawnSync(program, args, { input, encoding: "utf8", env: toolEnv(), cwd: folder });
  const answers = stdout.trim().split("\n").map((line) => JSON.parse(line) as { id: number; result: Record<string, unknown> });
  return [1, 2, 3].map((id) => answers.find((answer) => answer.id === id)?.result);
}

function inNewFolder(check: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "handoff-bundles-"));
  try {
    check(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each([
  ["an Agent Plugin, in the folder of the plugin, creates no project there", "mcp.json", true],
  ["Claude Code, in the folder of the conversation, creates a project there", ".claude-plugin/plugin.json", false],
])("the server of %s", (_name, file, isRefused) => {
  inNewFolder((folder) => {
    const { args } = (json(`${plugin}/${file}`)["mcpServers"] as { handoff: Server }).handoff;
    const [, , created] = askServer("node", [command, ...args.slice(3)], folder);
    expect([created?.["isError"], existsSync(join(folder, ".handoff"))]).toEqual([isRefused, !isRefused]);
  });
});

test("the bundle for Claude Desktop starts its server in the project that the person has selected", () => {
  inNewFolder((project) => {
    const folder = fillMcpb();
    const { server, user_config: settings } = json("bundles/mcpb/manifest.json") as unknown as {
      server: { entry_point: string; mcp_config: Server };
      user_config: Record<string, unknown>;
    };
    expect(settings["project"]).toMatchObject({ type: "directory", required: true });
    expect(server.mcp_config.args[0]).toBe(`\${__dirname}/${server.entry_point}`);
    const values: Record<string, string> = { __dirname: folder, "user_config.project": project };
    const args = server.mcp_config.args.map((arg) => arg.replaceAll(/\$\{([\w.]+)\}/gu, (_all, name: string) => values[name] ?? ""));
    // Claude Desktop starts it in a folder of its own.
    const [hello, list, created] = askServer(server.mcp_config.command, args, tmpdir());
    expect(hello?.["serverInfo"]).toMatchObject({ name: "handoff", version });
    const { tools } = list as { tools: unknown[] };
    expect(tools.length).toBeGreaterThan(7);
    expect([created?.["isError"], existsSync(join(project, ".handoff"))]).toEqual([false, true]);
  });
});

test("the entry of the registry follows its schema of 2025-12-11 and its rules for packages", () => {
  const hash = "0".repeat(64);
  const entry = serverEntry(hash);
  expect(entry["$schema"]).toMatch(/\/2025-12-11\/server\.schema\.json$/u);
  // Of the schema: the pattern of the name, and the lengths.
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry.title.length).toBeLessThanOrEqual(100);
  expect(entry.version).toMatch(/^\d+\.\d+\.\d+$/u);
  for (const { version: one, transport } of entry.packages) expect([one, transport]).toEqual([version, { type: "stdio" }]);
  // Of the registry: the owner of the repository is the one of the name, `npm.test.ts` compares the name in the package, and a
  // bundle is a release on GitHub with "mcp" in its address and with its hash.
  expect(`https://github.com/${entry.name.replace(/^io\.github\./u, "")}`).toBe(manifest.repository.url);
  const [npm, mcpb] = entry.packages;
  expect([entry.name, npm?.registryType, npm?.identifier]).toEqual([serverName, "npm", packageName]);
  expect(mcpb).toMatchObject({ registryType: "mcpb", identifier: `${manifest.repository.url}/releases/download/v${version}/handoff.mcpb`, fileSha256: hash });
  expect(text("server.json")).toBe(`${JSON.stringify(serverEntry(), null, 2)}\n`);
});
