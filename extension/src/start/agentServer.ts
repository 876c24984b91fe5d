// Offers the MCP server of each project to the agents in VSCode.

import { l10n, lm, McpStdioServerDefinition, Uri, window, workspace, type Disposable, type Memento } from "vscode";
import { recordOf } from "../../../webviews/contract/validate.ts";
import { combineDisposables, Emitter } from "../support/emitter.ts";
import type { CommandHost } from "../support/handoffProgram.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";

/** The ID of the provider in the manifest. */
const PROVIDER = "handoff.server";
/** The key in the state of the workspace that holds that the user has allowed the server. */
const ALLOWED = "serverAllowed";
/** The file of a project in which its people configure servers for every client. */
const CONFIGURATION = ".mcp.json";

interface ServerHost {
  readonly projects: Projects;
  readonly command: CommandHost;
  /** The version of the extension. With another version, VSCode reads the tools again. */
  readonly version: string;
  readonly state: Memento;
}

export function registerAgentServer(host: ServerHost): Disposable {
  const changed = new Emitter<void>();
  const configurations = workspace.createFileSystemWatcher(`**/${CONFIGURATION}`);
  const fire = (): void => changed.fire();
  let offered = "";
  let question: Promise<boolean> | undefined;
  // Several servers start at once, and one question is for all of them.
  const isAllowed = async (): Promise<boolean> => {
    question ??= askOnce(host.state);
    try {
      return await question;
    } finally {
      question = undefined;
    }
  };
  return combineDisposables([
    changed,
    configurations,
    configurations.onDidCreate(fire),
    configurations.onDidChange(fire),
    configurations.onDidDelete(fire),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("mcp") && fire()),
    workspace.onDidGrantWorkspaceTrust(fire),
    host.projects.onDidChange(() => {
      const now = ownProjects(host.projects).map(({ id, name }) => `${id} ${name}`).join("\n");
      if (now !== offered) fire();
      offered = now;
    }),
    lm.registerMcpServerDefinitionProvider(PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => servers(host),
      resolveMcpServerDefinition: async (server) => ((await isAllowed()) ? server : undefined),
    }),
  ]);
}

/** Returns the projects on the disk of this machine. */
function ownProjects(projects: Projects): Project[] {
  return projects.all.filter((project) => Uri.parse(project.id, true).scheme === "file" && project.state === "ready" && project.summary.initialized);
}

async function servers({ projects, command, version }: ServerHost): Promise<McpStdioServerDefinition[]> {
  if (!workspace.isTrusted || command === undefined) return [];
  await projects.load();
  const own = ownProjects(projects);
  const launch = own.length === 0 ? undefined : await command.find();
  if (launch === undefined) return [];
  const folders = own.map((project) => ({ name: project.name, folder: Uri.parse(projects.workFolder(project), true) }));
  const configured = await Promise.all(folders.map(({ folder }) => isConfigured(folder)));
  return folders
    .filter((_, index) => configured[index] !== true)
    .map(({ name, folder }) => {
      const label = own.length === 1 ? "Handoff" : l10n.t("Handoff: {0}", name);
      const args = [...launch.args, "mcp", "--project", folder.fsPath];
      const server = new McpStdioServerDefinition(label, launch.program, args, { ...launch.env }, version);
      server.cwd = folder;
      return server;
    });
}

/** Returns whether the server is configured for VSCode by its people: otherwise its tools would be there twice. */
async function isConfigured(folder: Uri): Promise<boolean> {
  // VSCode has the content of `.vscode/mcp.json` as settings.
  return namesServer(workspace.getConfiguration("mcp", folder).get("servers")) || namesServer(await serversOfProject(folder));
}

function namesServer(configuration: unknown): boolean {
  return recordOf(configuration)["handoff"] !== undefined;
}

async function serversOfProject(folder: Uri): Promise<unknown> {
  try {
    const text = new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(folder, CONFIGURATION)));
    return recordOf(JSON.parse(text))["mcpServers"];
  } catch {
    // It is missing, or no client can read it.
    return undefined;
  }
}

/** Asks once in a workspace whether the server may start. */
async function askOnce(state: Memento): Promise<boolean> {
  if (state.get(ALLOWED) === true) return true;
  const allow = l10n.t("Allow");
  const question = l10n.t("An agent in VSCode is about to use Handoff, which reads and changes the tasks of this workspace.");
  const allowed = (await window.showInformationMessage(question, allow, l10n.t("Not Now"))) === allow;
  if (allowed) await state.update(ALLOWED, true);
  return allowed;
}
