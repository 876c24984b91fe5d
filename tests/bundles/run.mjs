// `npm run validate:bundles`: installs the bundles with the clients' own commands, in a home of their own and without a network but
// a registry on this machine, and checks that each client finds the server, the skill and the hooks. It needs `npm run build` first.
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { bundleFiles } from "../../scripts/bundles.mjs";
import { clientProgram, installClients } from "../../scripts/lib/agentClients.mjs";
import { serveNpm, strangerEnv } from "../../scripts/lib/npmRegistry.mjs";
import { dist, root } from "../../scripts/lib/paths.mjs";
import { Failure, npm, run } from "../../scripts/lib/process.mjs";
import { main, runAll } from "../../scripts/lib/steps.mjs";
import { fillMcpb, mcpbTool } from "../../scripts/mcpb.mjs";
import { packageName, packMain } from "../../scripts/npm.mjs";

const TIMEOUT_MS = 120_000;
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
/** @typedef {Awaited<ReturnType<typeof prepare>>} Scratch */

/** Creates a home, a project, and a folder with what the repository has for the clients. */
async function prepare() {
  const place = await realpath(await mkdtemp(join(tmpdir(), "handoff-bundles-")));
  const [home, project, repository] = ["home", "project", "repository"].map((name) => join(place, name));
  await mkdir(project);
  const written = [...Object.keys(bundleFiles()), "README.md", "LICENSE", "crates/cli/src/verbs/setup/instructions.md"];
  for (const file of written) await cp(join(root, file), join(repository, file));
  const registry = await serveNpm([await packMain()]);
  const env = strangerEnv(home, registry.url);
  // Gemini CLI would ask.
  await mkdir(join(home, ".gemini"));
  await writeFile(join(home, ".gemini", "trustedFolders.json"), JSON.stringify({ [repository]: "TRUST_FOLDER" }));
  // So that no client has to wait for the installation.
  await npm(["exec", "--yes", "--", `${packageName}@${version}`, "init", "Scratch", "--project", project], { cwd: project, env });
  return { place, project, repository, env, close: registry.close };
}

/**
 * Sends a request to Codex, which shows its hooks in no other way, and returns the answer.
 * @param {Scratch} scratch @param {string} method @param {object} params
 */
async function askCodex({ project, env }, method, params) {
  const codex = spawn(clientProgram("codex"), ["app-server"], { cwd: project, env, stdio: ["pipe", "pipe", "ignore"] });
  const send = (message) => codex.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  try {
    send({ id: 1, method: "initialize", params: { clientInfo: { name: "test", version: "1" }, capabilities: { experimentalApi: true } } });
    for await (const line of createInterface({ input: codex.stdout })) {
      const { id, result, error } = JSON.parse(line);
      if (error !== undefined) throw new Failure(`${method}: ${JSON.stringify(error)}`);
      if (id === 2) return result;
      if (id !== 1) continue;
      send({ method: "initialized" });
      send({ id: 2, method, params });
    }
    throw new Failure(`Codex ended without an answer to ${method}.`);
  } finally {
    codex.kill();
  }
}

/** Fails unless the texts are in the output. @param {string} what @param {string} output @param {(string | RegExp)[]} texts */
function expectTexts(what, output, texts) {
  const missing = texts.filter((text) => (text instanceof RegExp ? !text.test(output) : !output.includes(text)));
  if (missing.length > 0) throw new Failure(`${what}\nlacks ${missing.join(", ")}:\n${output}`);
}

/** Runs commands of a client one after another: its arguments, and what the output has. */
const commands = (name, steps) => async (scratch) => {
  for (const [args, ...texts] of steps(scratch)) {
    const line = `${name} ${args.join(" ")}`;
    const running = promisify(execFile)(clientProgram(name), args, { cwd: scratch.project, env: scratch.env, timeout: TIMEOUT_MS });
    // A client that asks a question gets no answer.
    running.child.stdin?.end();
    const { stdout, stderr } = await running.catch((/** @type {Error & { stdout: string, stderr: string }} */ error) => {
      throw new Failure(`${error.stdout}${error.stderr}${line}: ${error.message}`);
    });
    expectTexts(line, stdout + stderr, texts);
  }
};

const serverLine = `--prefer-offline -y ${packageName}@${version} mcp`;

/** What each client is asked. @type {Record<string, ((scratch: Scratch) => Promise<void>)[]>} */
const checks = {
  "Claude Code": [
    commands("claude", ({ repository }) => [
      [["plugin", "validate", "--strict", repository], "Validation passed"],
      [["plugin", "validate", "--strict", join(repository, "bundles/plugin")], "Validation passed", "handoff:handoff"],
      [["plugin", "marketplace", "add", repository], "handoff-tools"],
      [["plugin", "install", "handoff@handoff-tools"], "Successfully installed"],
      [["plugin", "details", "handoff"], /Skills \(1\) +handoff/u, /Hooks \(4\)/u, /MCP servers \(1\) +handoff/u],
      [["mcp", "list"], `${serverLine} - \u2714 Connected`],
    ]),
  ],
  Codex: [
    commands("codex", ({ repository }) => [
      [["plugin", "marketplace", "add", repository], "handoff-tools"],
      [["plugin", "add", "handoff@handoff-tools"], "Added plugin"],
      [["plugin", "list"], /installed, enabled +\S+ /u],
      // Without a folder of its own it starts in the one of the conversation.
      [["mcp", "get", "handoff"], `args: ${serverLine}\n`, "cwd: -"],
    ]),
    async (scratch) => {
      const { data } = await askCodex(scratch, "hooks/list", { cwds: [scratch.project] });
      expectTexts("hooks/list", JSON.stringify(data), ["sessionStart", "preCompact", "stop", "sessionEnd", '"errors":[]', '"warnings":[]']);
    },
    async (scratch) => {
      const { data } = await askCodex(scratch, "skills/list", { cwds: [scratch.project] });
      expectTexts("skills/list", JSON.stringify(data), ['"handoff:handoff"']);
    },
  ],
  "Copilot CLI": [
    commands("copilot", ({ repository }) => [
      [["plugin", "marketplace", "add", repository], "added successfully"],
      [["plugin", "install", "handoff@handoff-tools"], "Installed 1 skill"],
      [["plugin", "list"], `handoff@handoff-tools (v${version}) (enabled)`],
      [["mcp", "list"], /Plugin servers:\s+handoff \(local\)/u],
      [["skill", "list"], /Plugin skills:\s+handoff - /u],
    ]),
  ],
  "Gemini CLI": [
    commands("gemini", ({ repository }) => [
      [["extensions", "validate", repository], "successfully validated"],
      [["extensions", "install", "--consent", repository], "installed successfully"],
      [["extensions", "list"], `handoff (${version})`, "instructions.md", /MCP servers:\s+handoff/u],
    ]),
  ],
  opencode: [
    commands("opencode", () => [
      [["plugin", `${packageName}@${version}`], "Detected server target"],
      [["mcp", "list"], /handoff .*connected/u],
      [["debug", "config"], '"template": "Hand the work of this project over'],
    ]),
  ],
  "Claude Desktop's tool": [
    async ({ place, env }) => {
      const file = join(place, "handoff.mcpb");
      const unpacked = join(place, "unpacked");
      expectTexts("mcpb validate", await run(clientProgram("mcpb"), ["validate", join(fillMcpb(), "manifest.json")], { env }), ["validation passes"]);
      await run(clientProgram("mcpb"), ["pack", join(dist, "mcpb"), file], { env });
      await run(clientProgram("mcpb"), ["unpack", file, unpacked], { env });
      expectTexts("the unpacked command", await run("node", [join(unpacked, "command", "main.js"), "--version"], { env }), [version]);
    },
  ],
};

await main(async () => {
  if (!existsSync(join(dist, "command", "main.js"))) throw new Failure('There is no dist/command. "npm run build" makes it.');
  const scratch = {};
  const preparations = [
    { name: "the clients", work: () => installClients(mcpbTool) },
    { name: "the package", work: async () => void Object.assign(scratch, await prepare()) },
  ];
  const needs = preparations.map(({ name }) => name);
  const work = (parts) => async () => {
    for (const part of parts) await part(scratch);
  };
  try {
    await runAll([[...preparations, ...Object.entries(checks).map(([name, parts]) => ({ name, needs, work: work(parts) }))]]);
  } finally {
    await scratch.close?.();
    if (scratch.place !== undefined) await rm(scratch.place, { recursive: true, force: true });
  }
});
