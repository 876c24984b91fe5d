// Renders a session as a tree item.

import { env, l10n, MarkdownString, ThemeColor, ThemeIcon, TreeItem } from "vscode";
import type { SessionStatus, SessionSummary } from "../../../webviews/contract/generated/protocol.ts";
import { durationText, sessionStatusIcon, sessionStatusName } from "../../../webviews/contract/texts/sessionTexts.ts";
import { shortTime } from "../support/dateFormat.ts";
import { agoText, translate } from "../support/vocabulary.ts";
import type { SessionNode } from "./sessionNode.ts";

/** The colors of the statuses of tasks that mean the same. */
const colors: Record<SessionStatus, string> = {
  open: "handoff.status.todo",
  active: "handoff.status.inProgress",
  paused: "handoff.status.skipped",
  closed: "handoff.status.done",
};

export function sessionItem({ project, session }: SessionNode): TreeItem {
  const { id, status, summary } = session;
  const label = summary || id;
  const description = describe(session);
  const item = new TreeItem(label);
  item.id = `${project.id}#${session.path}`;
  item.description = description;
  item.iconPath = new ThemeIcon(sessionStatusIcon(status), status === null ? undefined : new ThemeColor(colors[status]));
  item.contextValue = `session.${status ?? "unknown"}`;
  item.command = { command: "handoff.openSession", title: l10n.t("Open Session"), arguments: [{ project: project.id, session: id }] };
  item.accessibilityInformation = { label: [label, sessionStatusName(status, translate), description].join(", ") };
  return item;
}

/** The last save, or the start of a session that was never saved. */
function lastTime({ startedAt, endedAt }: SessionSummary): string {
  return endedAt || startedAt;
}

/** Returns the facts after the summary. */
export function describe(session: SessionSummary): string {
  const { label, branch, actors } = session;
  const [actor = ""] = actors;
  return [label, branch, actor, agoText(lastTime(session))].filter((part) => part !== "").join(" · ");
}

export function sessionTooltip(session: SessionSummary): MarkdownString {
  const { id, status, summary, label, branch, actors, startedAt, endedAt, minutes, decisions, blockers, checklist } = session;
  const facts: [string, string][] = [
    [l10n.t("Status"), sessionStatusName(status, translate)],
    [l10n.t("Label"), label],
    [l10n.t("Branch"), branch],
    [l10n.t("Actors"), actors.join(", ")],
    [l10n.t("Started"), startedAt && shortTime(startedAt, env.language)],
    [l10n.t("Last saved"), endedAt && shortTime(endedAt, env.language)],
    [l10n.t("Duration"), minutes === null ? "" : durationText(minutes, translate)],
    [l10n.t("Decisions"), decisions > 0 ? String(decisions) : ""],
    [l10n.t("Blockers"), blockers > 0 ? String(blockers) : ""],
    [l10n.t("Checklist"), checklist.total > 0 ? `${checklist.done}/${checklist.total}` : ""],
    [l10n.t("Visibility"), session.private ? l10n.t("private") : ""],
  ];
  // Appended as text: the project must not add markup.
  const tooltip = new MarkdownString();
  tooltip.appendText(summary || id).appendMarkdown("\n\n");
  for (const [name, value] of facts.filter(([, fact]) => fact !== "")) tooltip.appendText(`${name}: ${value}`).appendMarkdown("  \n");
  tooltip.appendText(id);
  return tooltip;
}
