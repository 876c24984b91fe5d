// Commands about a whole project.

import { l10n, window, workspace, type LogOutputChannel, Uri } from "vscode";
import { askText } from "../support/askText.ts";
import type { Layout } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";

export interface ProjectActions {
  readonly context: CommandContext;
  readonly log: LogOutputChannel;
  /** Returns whether a folder of the local disk is the home folder of the user. */
  isUserHome(folder: string): boolean;
  openDashboard(project: Project): void;
  runDoctor(project: Project): Promise<void>;
}

export function projectCommands(actions: ProjectActions): CommandTable {
  const { context, log } = actions;
  const step = (kind: "undo" | "redo") =>
    context.onProject(async (project) => {
      const result = await context.perform(project, { kind });
      if (result.kind === "done") window.setStatusBarMessage(result.summary, 4000);
      return result;
    });
  return {
    "handoff.initializeProject": () => initialize(actions),
    "handoff.initializeJsonProject": () => initialize(actions, "json"),
    "handoff.runDoctor": context.onProject((project) => actions.runDoctor(project)),
    "handoff.undo": step("undo"),
    "handoff.redo": step("redo"),
    "handoff.showLog": () => log.show(),
  };
}

/** Creates a project, and shows its first page. Without a layout it is the one that the servers of the folder read. */
async function initialize({ context, isUserHome, openDashboard }: ProjectActions, layout?: Layout): Promise<unknown> {
  const folder = await chooseFolder();
  if (folder === undefined) return undefined;
  const known = await findInitialized(context, folder);
  if (known !== undefined && known.id === folder.toString()) {
    void window.showInformationMessage(l10n.t("A project already exists here."));
    openDashboard(known);
    return undefined;
  }
  if (known !== undefined) {
    const [open, nested] = [l10n.t("Open Project"), l10n.t("Create Another Here")];
    const text = l10n.t("This folder belongs to the project {0} in {1}.", known.name, Uri.parse(known.id, true).fsPath);
    const answer = await window.showWarningMessage(text, { modal: true }, open, nested);
    if (answer === open) openDashboard(known);
    if (answer !== nested) return undefined;
  }
  if (folder.scheme === "file" && isUserHome(folder.fsPath)) {
    const create = l10n.t("Create Here Anyway");
    const text = l10n.t("This is your home folder, and .handoff in it has the packages and the pause for all your projects.");
    if ((await window.showWarningMessage(text, { modal: true }, create)) !== create) return undefined;
  }
  const title = l10n.t("Initialize Project");
  const value = folder.path.split("/").at(-1) ?? "";
  const chosen = layout ?? ((await sharesWithPeer(folder)) ? "json" : "toml");
  const prompt =
    chosen === "toml"
      ? l10n.t("Project name. Creates the folder .handoff with a configuration; tasks, sessions and decisions become files in it.")
      : l10n.t("Project name. Creates the folder .handoff with JSON files, which handoff-mcp reads and writes as well.");
  const name = await askText({ title, prompt, value }, l10n.t("Enter a name"));
  if (name === undefined) return undefined;
  const project = context.projects.open(folder);
  const command = { kind: "initProject", name, layout: chosen } as const;
  let result = await project.execute(command, context);
  if (result.kind === "refused" && result.code === "other-program") {
    const add = l10n.t("Add Beside Its Files");
    if ((await window.showWarningMessage(result.message, { modal: true }, add)) !== add) return undefined;
    result = await context.run(project, { ...command, beside: true });
  } else {
    context.explain(project, command, result);
  }
  if (result.kind === "done") openDashboard(project);
  return result;
}

/** Files of a project that name the servers of its agents. */
const serverFiles = [".mcp.json", ".vscode/mcp.json", ".cursor/mcp.json"];

/** Whether the folder has a server `handoff-mcp` for its agents, which reads only JSON. */
async function sharesWithPeer(folder: Uri): Promise<boolean> {
  const named = serverFiles.map(async (name) => {
    try {
      return new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(folder, ...name.split("/")))).includes("handoff-mcp");
    } catch {
      // It is missing.
      return false;
    }
  });
  return (await Promise.all(named)).includes(true);
}

/** Returns the project that a folder belongs to, if there is one. */
async function findInitialized({ projects }: CommandContext, folder: Uri): Promise<Project | undefined> {
  await projects.load();
  const known = projects.get(((await projects.locate(folder)) ?? folder).toString());
  return known?.state === "ready" && known.summary.initialized ? known : undefined;
}

async function chooseFolder(): Promise<Uri | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void window.showInformationMessage(l10n.t("Open a folder first. Handoff stores the project’s files in it."));
    return undefined;
  }
  if (folders.length === 1) return folders[0]?.uri;
  return (await window.showWorkspaceFolderPick({ placeHolder: l10n.t("Select the folder of the project") }))?.uri;
}
