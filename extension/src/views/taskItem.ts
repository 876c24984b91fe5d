// Renders a task as a tree item.

import { env, l10n, MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { Card, ExplorerRow, Holder, Progress, ProjectView, TasksInside } from "../../../webviews/contract/generated/protocol.ts";
import { shortDate } from "../support/dateFormat.ts";
import { isTerminal } from "../../../webviews/contract/statuses.ts";
import { proposedText } from "../../../webviews/contract/texts/proposalTexts.ts";
import { actorIcons } from "../../../webviews/contract/texts/texts.ts";
import { actorName, actorTitle, countText as numberText, fieldLabel, formatsOf, heldText, needText, priorityName, statusIcon, statusName } from "../support/vocabulary.ts";
import { markUri } from "./taskMarks.ts";
import type { TaskNode } from "./taskNode.ts";

export function taskItem(node: TaskNode, project: ProjectView, filtered: boolean): TreeItem {
  const { card, children } = node.row;
  const uri = markUri(node.row);
  const state = filtered ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
  const item = new TreeItem(card.title || card.id, children > 0 ? state : TreeItemCollapsibleState.None);
  item.id = itemId(node, filtered);
  item.description = describe(node.row, project);
  item.iconPath = iconOf(card);
  if (uri !== undefined) item.resourceUri = uri;
  item.contextValue = `task.${card.status}${heldMark(card, project)}`;
  // No arguments: VSCode drops them when it requests the row again, and a click before the new row
  // arrives would fail.
  item.command = { command: "handoff.openSelectedTask", title: l10n.t("Open Task") };
  item.accessibilityInformation = { label: accessibleLabel(node.row, project) };
  return item;
}

/** The end of the context value, by which menus offer to take over or to release the task. */
function heldMark({ id, holder }: Card, { claims }: ProjectView): string {
  if (holder === undefined) return "";
  return claims?.own.includes(id) === true ? ".own" : ".held";
}

/**
 * VSCode stores folds by ID. With a filter the ID differs, so that a filter can unfold without
 * changing stored folds.
 */
export function itemId({ project, row }: TaskNode, filtered: boolean): string {
  return `${project.id}#${row.card.key}${filtered ? "?" : ""}`;
}

/** Returns the icon of the status; of a task that somebody holds, that of the holder in the color of the status, or a bell if it needs the user. */
function iconOf({ troubled, holder, status }: Card): ThemeIcon {
  if (troubled) return new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
  const icon = statusIcon(status);
  if (holder?.needs !== undefined) return new ThemeIcon("bell-dot", new ThemeColor("list.warningForeground"));
  return holder === undefined ? icon : new ThemeIcon(actorIcons[holder.actor.kind], icon.color);
}

/**
 * Returns the facts after the title. A narrow view cuts off the end, so who is at work comes first, then what needs
 * attention. The priority is a badge.
 */
function describe({ card, inside }: ExplorerRow, project: ProjectView): string {
  const { holder, subtasks, criteria } = card;
  const assignee = personName(card, project);
  const isLeaf = subtasks.total === 0;
  const atWork = holder === undefined ? (isLeaf && card.status === "in_progress" ? assignee : "") : workingText(holder);
  return [
    atWork,
    insideText(inside),
    ...attention(card),
    insideText(inside) === "" ? countText(subtasks) : "",
    assignee === atWork ? "" : assignee,
    card.overdue || isTerminal(card.status) ? "" : dueText(card),
    criteria.total > 0 ? l10n.t("{0} criteria", countText(criteria)) : "",
    card.id,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** For example "codex", or "codex asks a question". */
function workingText({ actor, needs }: Holder): string {
  return needs === undefined ? actorName(actor) : `${actorName(actor)} ${needText(needs)}`;
}

/** For example "12 open · 3 late · 1 at work"; empty if nothing is open. */
function insideText({ open, late, atWork }: TasksInside): string {
  if (open === 0) return "";
  const parts = [l10n.t("{0} open", numberText(open)), late > 0 ? l10n.t("{0} late", numberText(late)) : "", atWork > 0 ? l10n.t("{0} at work", numberText(atWork)) : ""];
  return parts.filter((part) => part !== "").join(" · ");
}

/** Returns what somebody should act on. */
function attention(card: Card): string[] {
  return [
    card.proposed === undefined ? "" : l10n.t("change proposed"),
    card.troubled ? l10n.t("has problems") : "",
    card.overdue ? dueText(card) : "",
    card.blockedBy.length > 0 && !isTerminal(card.status) ? l10n.t("waits for {0}", card.blockedBy.join(", ")) : "",
  ];
}

/** For example "1/3"; empty if there is nothing to count. */
function countText({ done, total }: Progress): string {
  return total > 0 ? `${done}/${total}` : "";
}

export function personName(card: Card, project: ProjectView): string {
  if (card.assignee === undefined) return "";
  return project.assignees.find(({ key }) => key === card.assignee)?.name ?? card.assignee;
}

function dueText(card: Card): string {
  if (card.dueDate === undefined) return "";
  const date = shortDate(card.dueDate, env.language);
  return card.overdue ? l10n.t("overdue since {0}", date) : l10n.t("due {0}", date);
}

const nothing: Progress = { done: 0, total: 0 };

function accessibleLabel({ card, ...row }: ExplorerRow, project: ProjectView): string {
  return [
    card.title,
    statusName(card.status),
    card.priority === undefined || isTerminal(card.status) ? "" : l10n.t("Priority: {0}", priorityName(card.priority)),
    describe({ ...row, card: { ...card, criteria: nothing, subtasks: nothing } }, project),
    card.criteria.total > 0 ? l10n.t("{0} of {1} criteria met", card.criteria.done, card.criteria.total) : "",
    card.subtasks.total > 0 ? l10n.t("{0} of {1} subtasks done", card.subtasks.done, card.subtasks.total) : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** Returns the tooltip, created on hover. Not trusted: it renders text, not commands or HTML. */
export function taskTooltip({ card, excerpt }: ExplorerRow, project: ProjectView): MarkdownString {
  const tooltip = new MarkdownString();
  tooltip.supportThemeIcons = true;
  tooltip.appendMarkdown(`**${escapeMarkdown(card.title)}**\n\n`);
  if (card.holder !== undefined) tooltip.appendMarkdown(`${holderLine(card.holder)}  \n`);
  if (card.proposed !== undefined) {
    const lines = proposedText(card.proposed, formatsOf(project.assignees)).split("\n");
    for (const line of lines) tooltip.appendMarkdown(`$(lightbulb) ${escapeMarkdown(line)}  \n`);
  }
  const isAgent = project.assignees.find(({ key }) => key === card.assignee)?.kind === "agent";
  const rows: [name: string, value: string, icon?: string][] = [
    [fieldLabel("id"), card.id],
    [fieldLabel("status"), statusName(card.status)],
    [fieldLabel("priority"), card.priority === undefined ? "" : priorityName(card.priority)],
    [fieldLabel("assignee"), personName(card, project), isAgent ? `$(${actorIcons.agent}) ` : ""],
    [fieldLabel("milestone"), card.milestone ?? ""],
    [card.overdue ? l10n.t("Overdue since") : fieldLabel("dueDate"), shortDate(card.dueDate ?? "", env.language)],
    [fieldLabel("labels"), card.labels.join(", ")],
    [fieldLabel("criteria"), countText(card.criteria)],
    [l10n.t("Subtasks"), countText(card.subtasks)],
    [l10n.t("Waits for"), card.blockedBy.join(", ")],
  ];
  for (const [name, value, icon = ""] of rows) {
    if (value !== "") tooltip.appendMarkdown(`${escapeMarkdown(name)}: ${icon}${escapeMarkdown(value)}  \n`);
  }
  if (excerpt !== "") tooltip.appendMarkdown(`\n---\n\n${withoutPictures(excerpt)}`);
  return tooltip;
}

/** Says who works on the task, with all that is known of the actor. */
function holderLine(holder: Holder): string {
  return `$(${actorIcons[holder.actor.kind]}) ${escapeMarkdown(heldText(holder))} (${escapeMarkdown(actorTitle(holder.actor))})`;
}

/** Notes are Markdown from the project, but a tooltip must not fetch anything, and only our icons are shown. */
function withoutPictures(markdown: string): string {
  return markdown.replaceAll("![", "\\!\\[").replaceAll("$(", "\\$(");
}

/** Escapes text so that nothing in it is Markdown or HTML and no line break starts a block. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()#+\-.!|~<>&$:@]/gu, "\\$&")
    .replaceAll(/\r?\n/gu, " ")
    .trim();
}
