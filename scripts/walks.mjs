// `npm run walks`: goes the ways of newcomers from an empty home and an empty repository to the first task of an agent, without a
// network but a registry on this machine, and prints what they type and how long it takes. The way by VSCode is a test:
// `extension/test/e2e/projects/connect.test.ts`. It needs `npm run build` first, and Linux or macOS: it types without a shell.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { bundleFiles } from "./bundles.mjs";
import { clientProgram, installClients } from "./lib/agentClients.mjs";
import { beginFirstTask } from "./lib/firstTask.mjs";
import { serveNpm, strangerEnv } from "./lib/npmRegistry.mjs";
import { dist, root } from "./lib/paths.mjs";
import { platforms } from "./lib/platforms.mjs";
import { Failure, run } from "./lib/process.mjs";
import { main, step } from "./lib/steps.mjs";
import { mcpbTool } from "./mcpb.mjs";
import { packageName, packMain, packPlatform } from "./npm.mjs";

/** What a newcomer waits at most. */
const MAX_SECONDS = 180;
const right = "the first task is in progress";

/** A newcomer: an empty home, an empty repository, and what was typed. */
class Newcomer {
  typed = 0;

  /** @param {string} place @param {string} registry @param {string} repository of Handoff */
  constructor(place, registry, repository) {
    this.home = join(place, "home");
    this.project = join(place, "garden");
    this.repository = repository;
    const env = strangerEnv(this.home, registry);
    const prefix = join(this.home, "npm");
    const programs = process.platform === "win32" ? prefix : join(prefix, "bin");
    /** @type {NodeJS.ProcessEnv} */
    this.env = { ...env, npm_config_prefix: prefix, PATH: [env.PATH, programs].join(delimiter) };
    mkdirSync(this.project);
  }

  /** Runs what the newcomer types. @param {string} program @param {string[]} args */
  async type(program, ...args) {
    this.typed += 1;
    return await this.run(program, ...args);
  }

  /** @param {string} program @param {string[]} args */
  run(program, ...args) {
    return run(program, args, { cwd: this.project, env: this.env, onlyOutput: true });
  }

  /** @param {string[]} path of a JSON file from the home or the project */
  read(...path) {
    return JSON.parse(readFileSync(join(...path), "utf8"));
  }
}

/** What newcomers do. Each ends with the entry of the server. @type {Record<string, (newcomer: Newcomer) => Promise<import('./lib/firstTask.mjs').Entry>>} */
const ways = {
  npx: async (me) => {
    await me.type("npx", "-y", packageName, "init", "Garden");
    expectText(await me.type("npx", "-y", packageName, "setup", "claude"), "answers");
    return me.read(me.project, ".mcp.json").mcpServers.handoff;
  },
  "npm install": async (me) => {
    await me.type("npm", "install", "--global", packageName);
    await me.type("handoff", "init", "Garden");
    expectText(await me.type("handoff", "setup", "claude"), "answers");
    return me.read(me.project, ".mcp.json").mcpServers.handoff;
  },
  "the plugin of Claude Code": async (me) => {
    await me.type(clientProgram("claude"), "plugin", "marketplace", "add", me.repository);
    await me.type(clientProgram("claude"), "plugin", "install", "handoff@handoff-tools");
    expectText(await me.run(clientProgram("claude"), "mcp", "list"), "Connected");
    const [installed] = Object.values(me.read(me.home, ".claude", "plugins", "installed_plugins.json").plugins).flat();
    return me.read(installed.installPath, ".claude-plugin", "plugin.json").mcpServers.handoff;
  },
  "the plugin of Codex": async (me) => {
    await me.type(clientProgram("codex"), "plugin", "marketplace", "add", me.repository);
    await me.type(clientProgram("codex"), "plugin", "add", "handoff@handoff-tools");
    return JSON.parse(await me.run(clientProgram("codex"), "mcp", "get", "handoff", "--json")).transport;
  },
};

/** @param {string} output @param {string} text */
function expectText(output, text) {
  if (!output.includes(text)) throw new Failure(`"${text}" is missing in:\n${output}`);
}

/** Packs what npm has. The native command is in it if it was built. */
async function pack() {
  const files = [await packMain()];
  const target = Object.keys(platforms).find((one) => platforms[one]?.os === process.platform && platforms[one]?.cpu === process.arch);
  const native = await packPlatform(target ?? "").catch((/** @type {Error} */ error) => console.log(`       Without the native command: ${error.message}`));
  return native === undefined ? files : [...files, native];
}

await main(async () => {
  if (!existsSync(join(dist, "command", "main.js"))) throw new Failure('There is no dist/command. "npm run build" makes it.');
  await step("the clients", () => installClients(mcpbTool));
  const place = realpathSync(mkdtempSync(join(tmpdir(), "handoff-walks-")));
  const registry = await serveNpm(await step("the packages", pack));
  /** @type {string[]} */
  const rows = [];
  try {
    const repository = join(place, "handoff");
    for (const file of Object.keys(bundleFiles())) await cp(join(root, file), join(repository, file));
    for (const [name, way] of Object.entries(ways)) {
      const folder = join(place, name.replaceAll(" ", "-"));
      mkdirSync(folder);
      const newcomer = new Newcomer(folder, registry.url, repository);
      await run("git", ["init", "--quiet", newcomer.project], { cwd: folder, env: newcomer.env });
      const start = performance.now();
      const isDone = await step(name, async () => {
        const { status } = await beginFirstTask(await way(newcomer), newcomer.project, newcomer.env);
        expectText(status, "in_progress");
      }).then(
        () => true,
        () => false,
      );
      const seconds = (performance.now() - start) / 1000;
      const outcome = !isDone ? "failed" : seconds > MAX_SECONDS ? `longer than ${MAX_SECONDS} s` : right;
      if (outcome !== right) process.exitCode = 1;
      rows.push(`| ${name} | ${newcomer.typed} | ${seconds.toFixed(1)} | ${outcome} |`);
    }
  } finally {
    await registry.close();
    rmSync(place, { recursive: true, force: true });
  }
  console.log(["", "| way | commands | seconds | outcome |", "| --- | --- | --- | --- |", ...rows].join("\n"));
});
