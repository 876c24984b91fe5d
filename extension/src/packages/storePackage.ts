// Stores packages: the selection of an editor, or a session with the knowledge of the project.

import { env, InputBoxValidationSeverity, l10n, window, type TextEditor } from "vscode";
import type { NewPackage, RedactedPackage } from "../../../webviews/contract/generated/protocol.ts";
import { defaultTtl } from "../../../webviews/contract/generated/values.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { isSessionTreeNode } from "../sessions/sessionNode.ts";
import { agoText, translateText } from "../support/vocabulary.ts";
import { readHead } from "../workspace/gitCommits.ts";
import type { Project } from "../workspace/project.ts";
import { projectFile } from "../workspace/projectFiles.ts";
import { packagesOf } from "./packageTree.ts";

export function storeCommands(context: CommandContext): CommandTable {
  return {
    "handoff.storeSelection": () => storeSelection(context),
    "handoff.storeSession": (...args) => storeSession(context, args),
  };
}

async function storeSelection(context: CommandContext): Promise<unknown> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return void window.showInformationMessage(l10n.t("Open a file first. Its selection, or else its whole text, is stored."));
  const project = await projectOfEditor(context, editor);
  return project && (await store(context, project, { name: nameOf(editor), content: textOf(editor) }));
}

/** Returns the selected text, or the whole one if nothing is selected. */
function textOf({ document, selections }: TextEditor): string {
  const selected = selections.filter((selection) => !selection.isEmpty).map((selection) => document.getText(selection));
  return selected.length === 0 ? document.getText() : selected.join("\n");
}

/** Returns the name of the file without its extension; empty for a file that has never been saved. */
function nameOf({ document }: TextEditor): string {
  return document.isUntitled ? "" : (document.uri.path.split("/").at(-1) ?? "").replace(/\.[^.]+$/u, "");
}

/** Returns the innermost project around the file, or else the one that the user means. */
async function projectOfEditor(context: CommandContext, { document }: TextEditor): Promise<Project | undefined> {
  await context.projects.load();
  return projectFile(context.projects, document.uri)?.project ?? (await context.project([]));
}

async function storeSession(context: CommandContext, args: readonly unknown[]): Promise<unknown> {
  const [node] = args;
  const project = isSessionTreeNode(node) ? node.project : await context.project(args);
  if (project === undefined) return undefined;
  const id = isSessionTreeNode(node) && node.kind === "session" ? node.session.id : "";
  const made = project.ask((engine) => engine.sessionPackage(id));
  if (made === null) return void window.showInformationMessage(l10n.t("This project has no session yet."));
  return await store(context, project, made);
}

/** Stores a package; asks for its name and its time to live. */
async function store(context: CommandContext, project: Project, draft: NewPackage): Promise<unknown> {
  await project.onDemand.readPackages();
  const name = await askName(project, draft);
  const ttl = name === undefined ? undefined : await askTtl(project, { ...draft, name });
  if (name === undefined || ttl === undefined) return undefined;
  const git = await readHead(project);
  const { package: clean, ...found } = project.ask((engine) => engine.redactPackage({ ...draft, name, ttl, ...(git !== undefined && { git }) }));
  const result = await context.perform(project, { kind: "changePackages", change: { kind: "store", package: clean } });
  if (result.kind === "done") void report(result.created.at(-1) ?? "", name, { ...found, warnings: result.warnings });
  return result;
}

async function askName(project: Project, draft: NewPackage): Promise<string | undefined> {
  const current = packagesOf(project).packages.filter((row) => row.state === "current" && row.project === (draft.project ?? ""));
  const name = await window.showInputBox({
    title: l10n.t("Name of the Package"),
    prompt: l10n.t("The same for each state of one piece of work"),
    value: draft.name,
    validateInput: (value) => {
      const refused = refusalOf(project, { ...draft, name: value.trim() });
      if (refused !== undefined) return refused;
      const earlier = current.find((row) => row.name === value.trim());
      return earlier && { message: l10n.t("Replaces the package of this name from {0}.", agoText(earlier.createdAt)), severity: InputBoxValidationSeverity.Info };
    },
  });
  return name?.trim();
}

async function askTtl(project: Project, draft: NewPackage): Promise<string | undefined> {
  const ttl = await window.showInputBox({
    title: l10n.t("Time to Live of the Package"),
    prompt: l10n.t("Time to live from now, in hours or days, such as 12h or 7d"),
    value: defaultTtl,
    validateInput: (value) => refusalOf(project, { ...draft, ttl: value.trim() }),
  });
  return ttl?.trim();
}

/** Returns why a package cannot be stored; undefined if it can. */
function refusalOf(project: Project, draft: NewPackage): string | undefined {
  const plan = project.plan({ kind: "changePackages", change: { kind: "store", package: draft } });
  return plan.kind === "refused" ? translateText(plan.refusal.text) : undefined;
}

/** Says the ID, by which another conversation retrieves the package, and what may be secret in it. */
async function report(id: string, name: string, { secrets, doubtful, warnings }: Omit<RedactedPackage, "package"> & { warnings: readonly string[] }): Promise<void> {
  const copyId = l10n.t("Copy ID");
  const sentences = [l10n.t("Stored package {0}: {1}.", id, name), ...warnings];
  if (secrets > 0) sentences.push(l10n.t("Secrets in it were replaced: {0}.", secrets));
  if (doubtful > 0) sentences.push(l10n.t("Kept, although they may be secrets: {0}. If one is, delete the package and store it without it.", doubtful));
  if ((await window.showInformationMessage(sentences.join(" "), copyId)) === copyId) await env.clipboard.writeText(id);
}
