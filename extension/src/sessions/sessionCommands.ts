// Commands on sessions: open, copy a prompt, change the status, fork, merge, owner and visibility.

import { env, l10n, window } from "vscode";
import type { Command, SessionPatch } from "../../../webviews/contract/generated/protocol.ts";
import type { SessionAction } from "../../../webviews/contract/sessions.ts";
import type { SendWay } from "../../../webviews/contract/task.ts";
import { isSessionTreeNode, type SessionTreeNode } from "./sessionNode.ts";
import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import type { Target } from "../commands/targets.ts";
import { mergeSessions } from "./sessionMerge.ts";
import { sessionTarget, type SessionTarget } from "./sessionTarget.ts";
import { askText } from "../support/askText.ts";

/** Opens the sessions page, at a session if given. */
export type OpenSessions = (project: Project, id?: string) => void;

/** Sends a prompt about a session to an agent. */
export type SendSession = (prompt: string, target: Target, way: SendWay) => Promise<boolean>;

export function sessionCommands(context: CommandContext, selection: () => readonly SessionTreeNode[], open: OpenSessions, send: SendSession): CommandTable {
  const act =
    (action: SessionAction) =>
    async (...args: unknown[]) => {
      const target = await sessionTarget(context, args, selection());
      return target && (await runSessionAction(context, action, target, send));
    };
  return {
    "handoff.showSessions": async (...args) => {
      const [node] = args;
      const project = isSessionTreeNode(node) ? node.project : await context.project(args);
      if (project !== undefined) open(project);
    },
    "handoff.openSession": async (...args) => {
      const target = await sessionTarget(context, args, selection());
      if (target !== undefined) open(target.project, target.session.id);
    },
    "handoff.copyResumePrompt": act("copyPrompt"),
    "handoff.activateSession": act("activate"),
    "handoff.pauseSession": act("pause"),
    "handoff.closeSession": act("close"),
    "handoff.forkSession": act("fork"),
    "handoff.mergeSessions": act("merge"),
    "handoff.setSessionOwner": act("setOwner"),
    "handoff.setSessionVisibility": act("setVisibility"),
  };
}

const noPatch: SessionPatch = { values: {}, lists: [], remove: [], record: {} };

/** Runs an action on a session; asks for missing values. */
export async function runSessionAction(context: CommandContext, action: SessionAction, target: SessionTarget, send: SendSession): Promise<unknown> {
  const { project, session } = target;
  const { id } = session;
  switch (action) {
    case "copyPrompt":
      return await copyPrompt(target);
    case "startAgent":
      return await sendSession(target, "terminal", send);
    case "openChat":
      return await sendSession(target, "chat", send);
    case "activate":
      return await context.run(project, { kind: "activateSession", id });
    case "pause":
      return await context.run(project, { kind: "pauseSessions", which: { kind: "one", id } });
    case "close":
      return await context.run(project, saveRecord(id, "closed", {}));
    case "fork":
      return await forkSession(context, target);
    case "merge":
      return await mergeSessions(context, target);
    case "setOwner":
      return await setOwner(context, target);
    case "setVisibility":
      return await setVisibility(context, target);
  }
}

const detailsOf = ({ project, session }: SessionTarget) => project.operate((engine) => engine.beginSessionPage(session.id));

async function sendSession(target: SessionTarget, way: SendWay, send: SendSession): Promise<boolean> {
  const details = await detailsOf(target);
  return details !== null && (await send(details.prompt, { project: target.project, ids: [target.session.id] }, way));
}

async function copyPrompt(target: SessionTarget): Promise<void> {
  const details = await detailsOf(target);
  if (details === null) return;
  await env.clipboard.writeText(details.prompt);
  window.setStatusBarMessage(l10n.t("Copied a prompt of about {0} tokens", details.tokens), 3000);
}

function saveRecord(id: string, status: "open" | "active" | "paused" | "closed", record: SessionPatch["record"]): Command {
  return { kind: "saveSession", save: { target: { kind: "exactly", id }, patch: { ...noPatch, record }, status, pause: { kind: "nothing" } } };
}

async function forkSession(context: CommandContext, { project, session }: SessionTarget): Promise<unknown> {
  const title = l10n.t("Fork Session");
  const summary = await askText({ title, prompt: l10n.t("Summary of the new session, in one line"), value: session.summary }, l10n.t("Enter a summary"));
  if (summary === undefined) return undefined;
  const patch = { ...noPatch, values: { summary } };
  const fork = (inherit: string[]): Command => ({ kind: "forkSession", source: session.id, inherit, patch });
  const parts = [
    { label: l10n.t("Decisions"), key: "decisions", picked: true },
    { label: l10n.t("Pointers"), key: "context_pointers", picked: true },
    { label: l10n.t("References"), key: "references", picked: true },
    { label: l10n.t("Notes"), key: "handoff_notes", picked: true },
    { label: l10n.t("Environment"), key: "environment", picked: true },
    { label: l10n.t("Blockers"), key: "blockers", picked: false },
    { label: l10n.t("Checklist"), key: "checklist", picked: false },
  ];
  // The plan of a fork that takes over everything has the number of entries of each part.
  const plan = project.plan(fork(parts.map(({ key }) => key)));
  const report = plan.kind === "refused" ? undefined : plan.changeSet.merged;
  const numbers: Record<string, number | undefined> = {
    decisions: report?.decisions,
    context_pointers: report?.contextPointers,
    references: report?.references,
    handoff_notes: report?.notes,
    blockers: report?.blockers,
    checklist: report?.checklist,
  };
  const items = parts.map((part) => ({ ...part, description: numbers[part.key]?.toString() ?? "" }));
  const chosen = await window.showQuickPick(items, { title, placeHolder: l10n.t("What the new session takes over"), canPickMany: true });
  if (chosen === undefined) return undefined;
  return await context.run(project, fork(chosen.map(({ key }) => key)));
}

async function setOwner(context: CommandContext, { project, session }: SessionTarget): Promise<unknown> {
  const { id, status } = session;
  if (status === null || status === "closed") return refuseClosed();
  const value = project.view({ kind: "session", id })?.owner ?? "";
  const owner = (await window.showInputBox({ title: l10n.t("Owner of the Session"), prompt: l10n.t("Name of a person or an agent; leave it empty if the session has no owner"), value }))?.trim();
  if (owner === undefined || owner === value) return undefined;
  return await context.run(project, saveRecord(id, status, { owner: owner === "" ? null : owner }));
}

async function setVisibility(context: CommandContext, { project, session }: SessionTarget): Promise<unknown> {
  const { id, status } = session;
  if (status === null || status === "closed") return refuseClosed();
  const choices = [
    { label: l10n.t("Shared"), detail: l10n.t("Git tracks the session like the other files."), visibility: null },
    { label: l10n.t("Private"), detail: l10n.t("Git ignores the session: it does not leave this machine."), visibility: "private" },
  ];
  const chosen = await window.showQuickPick(choices, { title: l10n.t("Visibility of the Session") });
  if (chosen === undefined || (chosen.visibility === "private") === session.private) return undefined;
  return await context.run(project, saveRecord(id, status, { visibility: chosen.visibility }));
}

function refuseClosed(): void {
  void window.showInformationMessage(l10n.t("A closed session is not changed: a save would make it the session that the next conversation continues from. Fork it to go on with it."));
}
