// `npm run bundles`: writes the plugin for the clients of agents, which they install from the repository, the catalogs that
// name it, and the manifests of the MCPB bundle and of the MCP registry. `docs/setup.md` has the commands.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { packageName, serverName } from "./npm.mjs";
import { root } from "./lib/paths.mjs";
import { main, step } from "./lib/steps.mjs";

const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
const manifest = JSON.parse(read("package.json"));
const { name, version, license, homepage, displayName, publisher } = manifest;
const repository = manifest.repository.url;
/** The first sentence of the description: the registry takes at most 100 characters. */
const description = `${manifest.description.split(":")[0]}.`;
const author = { name: publisher };
const keywords = manifest.keywords.map((/** @type {string} */ word) => word.replaceAll(" ", "-"));
const about = { name, version, description, author, homepage, repository, license, keywords };

/** The folder that all clients but Codex install. */
const plugin = "./bundles/plugin";
/**
 * The folder that Codex installs. It starts the server of an Agent Plugin in the folder of the plugin, where the server cannot
 * know the project, and that of its own form in the folder of the conversation. It prefers the former if both are in one folder.
 */
const codexPlugin = "./bundles/codex";
/**
 * The folder that the extension gives to VSCode. It has no server, because the extension offers it. VSCode tells the hooks of this
 * form of plugin where the plugin is, so they run the command of the same package.
 */
const packagedPlugin = "./bundles/vscode";
const SECONDS = 20;

// Without `--prefer-offline`, npx asks the registry at each start, and waits for more than a minute without a network.
const npx = ["npx", "--prefer-offline", "-y", `${packageName}@${version}`];
const [command = "", ...first] = npx;
const server = { command, args: [...first, "mcp"] };
/** @param {string} variable of the client, for the folder of the project */
const serverIn = (variable) => ({ command, args: [...server.args, "--project", variable] });
// A client starts the server of an Agent Plugin in the folder of the plugin, and replaces no variable for the project. The server
// takes this one for what it is: it asks the client for its roots, and otherwise each call for the project, rather than to create
// a project beside the plugin.
const portableServer = serverIn("${PROJECT}");
const cursorServer = serverIn("${workspaceFolder}");
/** @param {string} verb @param {string} client */
const hookLine = (verb, client) => [...npx, "hook", verb, "--client", client].join(" ");

/**
 * The events of each client, with the hook and its timeout in seconds. They are those of `handoff setup`, without the hooks at edits, questions and tools: npx takes longer to start than most tools.
 * @type {Record<string, [event: string, verb: string, seconds: number][]>}
 */
const events = {
  claude: [
    ["SessionStart", "session-start", SECONDS],
    ["UserPromptSubmit", "prompt", SECONDS],
    ["SubagentStart", "subagent-start", SECONDS],
    ["SubagentStop", "subagent-stop", SECONDS],
    ["PreCompact", "pre-compact", SECONDS],
    ["Stop", "stop", SECONDS],
    ["SessionEnd", "session-end", SECONDS],
  ],
  codex: [
    ["SessionStart", "session-start", SECONDS],
    ["UserPromptSubmit", "prompt", SECONDS],
    ["SubagentStart", "subagent-start", SECONDS],
    ["SubagentStop", "subagent-stop", SECONDS],
    ["PreCompact", "pre-compact", SECONDS],
    ["Stop", "stop", SECONDS],
    ["SessionEnd", "session-end", 3],
  ],
  cursor: [
    ["sessionStart", "session-start", SECONDS],
    ["preCompact", "pre-compact", SECONDS],
    ["sessionEnd", "session-end", SECONDS],
  ],
  copilot: [
    ["sessionStart", "session-start", SECONDS],
    ["preCompact", "pre-compact", SECONDS],
    ["agentStop", "stop", SECONDS],
    ["sessionEnd", "session-end", SECONDS],
  ],
};

/** @param {string} client @param {(line: string, seconds: number) => object} form */
const hooksOf = (client, form) =>
  Object.fromEntries((events[client] ?? []).map(([event, verb, seconds]) => [event, [form(hookLine(verb, client), seconds)]]));

/** The file with the hooks of `handoff setup`, for VSCode and Copilot CLI. Where it is, its hooks run, and those of the package stand back. */
const setUp = ".github/hooks/handoff.json";

/** Returns a hook that runs the native command of the package, else the script, and nothing without Node.js. @param {string} verb @param {number} timeoutSec */
function packagedHook(verb, timeoutSec) {
  const hook = `hook ${verb} --client copilot`;
  return {
    type: "command",
    bash: `[ -e ${setUp} ] && exit 0; root=$PLUGIN_ROOT/../../dist/command; [ -x "$root/handoff" ] && exec "$root/handoff" ${hook}; command -v node >/dev/null || exit 0; exec node "$root/main.js" ${hook}`,
    powershell: `if (Test-Path ${setUp}) { exit 0 }; $root = "$env:PLUGIN_ROOT\\..\\..\\dist\\command"; if (Test-Path "$root\\handoff.exe") { & "$root\\handoff.exe" ${hook} } elseif (Get-Command node -ErrorAction SilentlyContinue) { node "$root\\main.js" ${hook} }`,
    timeoutSec,
  };
}

/** The form of Claude Code and Codex. @param {string} line @param {number} timeout */
const group = (line, timeout) => ({ hooks: [{ type: "command", command: line, timeout }] });

/** Returns the version of Agent Plugins that a file follows. @param {string} kind */
const agentPlugins = (kind) => ({ $schema: `https://agent-plugins.org/schemas/1.0.0/${kind}.schema.json` });

/** The plugin in a catalog of Claude Code, which VSCode and Copilot CLI read as well, or of Cursor. */
const catalog = { name: publisher, owner: author, plugins: [{ name, source: plugin, description }] };

/** What each file has. @type {Record<string, object>} */
const files = {
  ".claude-plugin/marketplace.json": { ...catalog, description },
  ".cursor-plugin/marketplace.json": { ...catalog, metadata: { description } },
  ".agents/plugins/marketplace.json": {
    name: publisher,
    interface: { displayName },
    plugins: [
      {
        name,
        source: { source: "local", path: codexPlugin },
        policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
        category: "Productivity",
      },
    ],
  },
  "bundles/plugin/plugin.json": { ...agentPlugins("plugin"), ...about },
  "bundles/plugin/mcp.json": { ...agentPlugins("mcp"), mcpServers: { [name]: { type: "stdio", ...portableServer } } },
  "bundles/plugin/com.github.copilot/hooks/hooks.json": {
    version: 1,
    hooks: hooksOf("copilot", (line, timeoutSec) => ({ type: "command", bash: line, powershell: line, timeoutSec })),
  },
  // These have their servers and hooks inside, so that no client finds the ones of another.
  "bundles/plugin/.claude-plugin/plugin.json": { ...about, displayName, mcpServers: { [name]: server }, hooks: hooksOf("claude", group) },
  "bundles/codex/.codex-plugin/plugin.json": {
    ...about,
    skills: "./skills/",
    mcpServers: { [name]: server },
    hooks: { hooks: hooksOf("codex", group) },
    interface: { displayName, shortDescription: description, developerName: publisher, category: "Productivity", websiteURL: homepage },
  },
  "bundles/plugin/.cursor-plugin/plugin.json": {
    ...about,
    displayName,
    skills: "./skills/",
    mcpServers: { [name]: cursorServer },
    hooks: { version: 1, hooks: hooksOf("cursor", (line) => ({ command: line })) },
  },
  [posix.join(packagedPlugin, ".plugin/plugin.json")]: about,
  [posix.join(packagedPlugin, "hooks/hooks.json")]: {
    hooks: Object.fromEntries((events["copilot"] ?? []).map(([event, verb, seconds]) => [event, [packagedHook(verb, seconds)]])),
  },
  // Gemini CLI installs a whole repository, and reads skills and hooks only in its root.
  "gemini-extension.json": { name, version, description, mcpServers: { [name]: server }, contextFileName: "crates/cli/src/verbs/setup/instructions.md" },
  "bundles/mcpb/manifest.json": {
    manifest_version: "0.3",
    name,
    display_name: displayName,
    version,
    description,
    author,
    repository: manifest.repository,
    homepage,
    documentation: `${repository}/blob/main/docs/agents.md`,
    support: manifest.bugs.url,
    icon: "icon.png",
    license,
    keywords,
    server: {
      type: "node",
      entry_point: "command/main.js",
      mcp_config: { command: "node", args: ["${__dirname}/command/main.js", "mcp", "--project", "${user_config.project}"] },
    },
    user_config: {
      project: {
        type: "directory",
        title: "Project folder",
        description: "The folder whose tasks and sessions Claude reads and changes.",
        required: true,
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: manifest.engines.node } },
  },
  "server.json": serverEntry(),
};

/**
 * Returns the entry of the MCP registry.
 * @param {string} [fileSha256] of the MCPB bundle, which is part of the entry once it is built
 * @returns {{ name: string, title: string, description: string, version: string, packages: { registryType: string, identifier: string, version: string, transport: object, [key: string]: unknown }[], [key: string]: unknown }}
 */
export function serverEntry(fileSha256) {
  const transport = { type: "stdio" };
  const identifier = `${repository}/releases/download/v${version}/${name}.mcpb`;
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: serverName,
    title: displayName,
    description,
    version,
    websiteUrl: homepage,
    repository: { url: repository, source: "github" },
    packages: [
      { registryType: "npm", identifier: packageName, version, runtimeHint: "npx", transport, packageArguments: [{ type: "positional", value: "mcp" }] },
      ...(fileSha256 === undefined ? [] : [{ registryType: "mcpb", identifier, version, fileSha256, transport }]),
    ],
  };
}

/** Returns the files, by their paths from the root. @returns {Record<string, string>} */
export function bundleFiles() {
  const texts = Object.entries(files).map(([file, content]) => [file, `${JSON.stringify(content, null, 2)}\n`]);
  const skill = read("crates/cli/src/verbs/setup/skill.md");
  const skills = [plugin, codexPlugin, packagedPlugin].map((folder) => [posix.join(folder, "skills/handoff/SKILL.md"), skill]);
  return Object.fromEntries([...texts, ...skills]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(() =>
    step("write the bundles", async () => {
      for (const [file, content] of Object.entries(bundleFiles())) {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), content);
      }
    }),
  );
}
