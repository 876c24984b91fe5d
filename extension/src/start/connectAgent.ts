// Connects agents with a project: `handoff setup` adds the server, the instructions and the skill to the files of the
// programs that the user selects. The changes are shown before they are written, and the server is asked afterwards.

import { env, l10n, ProgressLocation, Uri, window, type QuickPickItem } from "vscode";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { explainElsewhere, findHandoff, type CommandHost } from "../support/handoffProgram.ts";
import type { Project } from "../workspace/project.ts";
import type { AgentConnections } from "./agentConnections.ts";
import { agentPrograms } from "./agentPrograms.ts";
import { AgentSetup, findClients, type SetupReport } from "./agentSetup.ts";
import { closeChanges, showChanges } from "./setupPreview.ts";

interface ProgramItem extends QuickPickItem {
  readonly client: string;
}

interface ScopeItem extends QuickPickItem {
  readonly forUser: boolean;
}

/** What is connected, and how it is noted. */
interface Connection {
  readonly setup: AgentSetup;
  readonly folder: Uri;
  /** The names of the programs. */
  readonly programs: string;
  note(connected: boolean): void;
}

export function startCommands(context: CommandContext, command: CommandHost, connections: AgentConnections): CommandTable {
  return {
    "handoff.connectAgent": context.onProject(async (project: Project) => {
      // Without the command, no program can be connected: it comes before the question which ones.
      const found = await findHandoff(project.id, command);
      if (found === undefined) return;
      const folder = context.projects.workFolder(project);
      const used = found === "elsewhere" ? Promise.resolve(new Set<string>()) : findClients(found, Uri.parse(folder, true).fsPath);
      const programs = await pickPrograms(project.name, used);
      if (programs.length === 0) return;
      const clients = programs.map(({ client }) => client);
      if (found === "elsewhere") return await explainElsewhere(folder, ["setup", ...clients]);
      // Files of the project name the command without its place, so only one that is installed is found by them.
      const forUser = found.launch.isPackaged || (await pickScope(project.name));
      if (forUser === undefined) return;
      const place = Uri.parse(folder, true);
      await connect({
        setup: new AgentSetup(found, place.fsPath, clients, forUser),
        folder: place,
        programs: programs.map(({ label }) => label).join(", "),
        note: (connected) => connections.note(project, forUser, connected),
      });
    }),
  };
}

/** Asks for the programs. Those that are in use are selected. */
async function pickPrograms(project: string, used: Promise<ReadonlySet<string>>): Promise<readonly ProgramItem[]> {
  // The list opens at once, and shows progress until it is known what is in use.
  const items = used.then((clients) => agentPrograms.map(({ client, label }): ProgramItem => (clients.has(client) ? { client, label, description: l10n.t("in use"), picked: true } : { client, label })));
  const options = { title: l10n.t("Connect an Agent"), placeHolder: l10n.t("Select the programs that work on {0}", project), canPickMany: true } as const;
  return (await window.showQuickPick(items, options)) ?? [];
}

/** Asks for which projects; undefined if the user does not answer. */
async function pickScope(project: string): Promise<boolean | undefined> {
  const items: ScopeItem[] = [
    { label: l10n.t("This Project"), description: project, detail: l10n.t("Changes files of the project, for everyone who works on it and has the handoff command"), forUser: false },
    { label: l10n.t("All My Projects"), detail: l10n.t("Changes files in your home folder, on this machine"), forUser: true },
  ];
  return (await window.showQuickPick(items, { title: l10n.t("Connect an Agent") }))?.forUser;
}

/** Shows what setup would change, and writes it if the user agrees. */
async function connect(connection: Connection): Promise<void> {
  const { setup, folder, programs } = connection;
  const { changes, remarks } = await withProgress(() => setup.preview());
  if (remarks.length > 0) void window.showWarningMessage(remarks.join("\n"));
  if (changes.length === 0) {
    await sayNext(connection, await withProgress(() => setup.check()));
  } else {
    const title = l10n.t("Connect {0}", programs);
    await showChanges(title, folder, changes);
    const write = l10n.t("Write");
    const question = l10n.t("Write these changes to connect {0}? Files: {1}", programs, changes.length);
    const agreed = (await window.showInformationMessage(question, write, l10n.t("Cancel"))) === write;
    await closeChanges(title);
    if (agreed) await sayNext(connection, await withProgress(() => setup.write()));
  }
}

/** Says whether the server answers, and what to do next. */
async function sayNext({ setup, programs, note }: Connection, { servers }: SetupReport): Promise<void> {
  const question = l10n.t("What is next?");
  const [copy, undo] = [l10n.t("Copy Question"), l10n.t("Undo")];
  const [problem] = servers.flatMap((server) => server.problem ?? []);
  let chosen: string | undefined;
  if (problem === undefined) {
    note(true);
    const [tools] = servers.flatMap((server) => server.tools ?? []);
    const answer = tools === undefined ? [] : [l10n.t("The server answers with {0} tools.", tools)];
    const next = l10n.t("Restart the agent in the folder of the project, and ask: “{0}”", question);
    chosen = await window.showInformationMessage([l10n.t("Connected: {0}.", programs), ...answer, next].join(" "), copy, undo);
  } else {
    chosen = await window.showWarningMessage(l10n.t("{0} may not reach the tasks: {1}", programs, problem), undo);
  }
  if (chosen === copy) await env.clipboard.writeText(question);
  if (chosen === undo) {
    await withProgress(() => setup.remove());
    note(false);
  }
}

function withProgress<T>(work: () => Promise<T>): Thenable<T> {
  return window.withProgress({ location: ProgressLocation.Notification, title: l10n.t("Connecting agents") }, work);
}
