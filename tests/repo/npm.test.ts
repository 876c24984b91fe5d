// The packages for npm, installed from their files without a network, with the native command and without it.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageName, packMain, packPlatform, serverName } from "../../scripts/npm.mjs";
import { toolEnv } from "../../scripts/lib/machine.mjs";
import { root } from "../../scripts/lib/paths.mjs";
import { fileOn, platforms } from "../../scripts/lib/platforms.mjs";
import { npm } from "../../scripts/lib/process.mjs";

const onWindows = process.platform === "win32";
const [target, platform] = Object.entries(platforms).find(([, { os, cpu }]) => os === process.platform && cpu === process.arch) ?? [];
if (target === undefined || platform === undefined) throw new Error("There is no native command for this platform.");
const native = join(root, "target", "debug", fileOn(platform));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

let folder: string;
let packages: { main: string; platform: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "handoff-npm-"));
  if (!existsSync(native)) execFileSync("cargo", ["build", "--quiet", "--package", "handoff-cli"], { cwd: root });
  packages = { main: await packMain(), platform: await packPlatform(target, native) };
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function install(name: string, ...files: string[]): Promise<string> {
  const prefix = join(folder, name);
  // An empty cache, so that nothing comes from elsewhere.
  const alone = ["--offline", "--no-audit", "--no-fund", "--cache", join(folder, "cache")];
  await npm(["install", "--global", "--prefix", prefix, ...alone, ...files], { env: toolEnv() });
  return onWindows ? join(prefix, "handoff.cmd") : join(prefix, "bin", "handoff");
}

function run(program: string, args: string[], input = "", env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8", env: { ...toolEnv(), ...env }, shell: onWindows });
  return { status, stdout, stderr };
}

const requests = [
  { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } } },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
]
  .map((request) => `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`)
  .join("");

test.each([
  ["with the native command", true],
  ["without it", false],
])("%s, the installed command prints its version, refuses with its exit code, and serves tools", async (name, hasNative) => {
  const program = await install(name.replaceAll(" ", "-"), packages.main, ...(hasNative ? [packages.platform] : []));
  expect(run(program, ["--version"])).toEqual({ status: 0, stdout: `handoff ${version}\n`, stderr: "" });
  const refused = run(program, ["task", "list", "--project", folder]);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("handoff init")]);
  const lines = run(program, ["mcp", "--project", folder], requests).stdout.trim().split("\n");
  const answers = lines.map((line) => JSON.parse(line) as { id?: number; result?: { serverInfo?: unknown; tools?: unknown[] } });
  expect(answers.find(({ id }) => id === 1)?.result?.serverInfo).toMatchObject({ name: "handoff", version });
  expect(answers.find(({ id }) => id === 2)?.result?.tools?.length).toBeGreaterThan(7);
});

test("in the cache of npx, setup registers npx with this version, as the plugins do", async () => {
  const program = await install(join("_npx", "1"), packages.main, packages.platform);
  const project = join(folder, "garden");
  mkdirSync(project);
  const home = { HOME: folder, USERPROFILE: folder, XDG_STATE_HOME: join(folder, "state") };
  const { stdout } = run(program, ["setup", "claude", "--project", project], "", home);
  expect(stdout).not.toContain("Note:");
  const registered = JSON.parse(readFileSync(join(project, ".mcp.json"), "utf8")) as { mcpServers: unknown };
  const plugin = JSON.parse(readFileSync(join(root, "bundles", "plugin", ".claude-plugin", "plugin.json"), "utf8")) as { mcpServers: { handoff: object } };
  expect(registered.mcpServers).toEqual({ handoff: { type: "stdio", ...plugin.mcpServers.handoff } });
  const hooks = readFileSync(join(project, ".claude", "settings.json"), "utf8");
  expect(hooks).toContain(`npx --prefer-offline -y '${packageName}@${version}' hook session-start`);
});

test("the package depends on one for each platform, of the same version, has the name of the server, and runs no script when it is installed", () => {
  const manifest = JSON.parse(readFileSync(join(root, "dist", "npm", packageName.split("/")[1] ?? "", "package.json"), "utf8")) as Record<string, unknown>;
  expect(manifest["optionalDependencies"]).toEqual(Object.fromEntries(Object.values(platforms).map(({ os, cpu }) => [`${packageName}-${os}-${cpu}`, version])));
  expect(manifest["scripts"]).toBeUndefined();
  expect(manifest["mcpName"]).toBe(serverName);
});
