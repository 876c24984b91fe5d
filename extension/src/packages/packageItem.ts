// Renders a package as a tree item.

import { env, l10n, MarkdownString, ThemeColor, ThemeIcon, TreeItem } from "vscode";
import type { PackageRow } from "../../../webviews/contract/generated/protocol.ts";
import { shortTime, untilText } from "../support/dateFormat.ts";
import { agoText, spokenActor } from "../support/vocabulary.ts";
import type { PackageNode } from "./packageNode.ts";

/** The remaining time from which on a package is marked, in milliseconds. */
const SOON_MS = 86_400_000;

type Look = "current" | "expiresSoon" | "pinned" | "superseded" | "expired";

const icons: Record<Look, ThemeIcon> = {
  current: new ThemeIcon("package"),
  expiresSoon: new ThemeIcon("watch", new ThemeColor("list.warningForeground")),
  pinned: new ThemeIcon("pinned"),
  superseded: new ThemeIcon("versions", new ThemeColor("disabledForeground")),
  expired: new ThemeIcon("circle-slash", new ThemeColor("disabledForeground")),
};

export function packageItem({ project, row }: PackageNode): TreeItem {
  const { id, name, state, pinned } = row;
  const description = describe(row);
  const item = new TreeItem(name);
  item.id = `${project.id}#${row.path}`;
  item.description = description;
  item.iconPath = icons[lookOf(row)];
  item.contextValue = `package.${state}.${pinned ? "pinned" : "unpinned"}`;
  item.command = { command: "handoff.previewPackage", title: l10n.t("Preview Package"), arguments: [{ project: project.id, package: id }] };
  item.accessibilityInformation = { label: [name, description].join(", ") };
  return item;
}

function lookOf({ state, pinned, expiresAt }: PackageRow): Look {
  if (state !== "current") return state;
  if (pinned) return "pinned";
  return Date.parse(expiresAt) - Date.now() < SOON_MS ? "expiresSoon" : "current";
}

/** Returns the facts after the name: its age, and how long it lives. */
export function describe(row: PackageRow): string {
  const accepted = row.acceptedAt === undefined ? "" : l10n.t("accepted");
  return [agoText(row.createdAt), lifetime(row), accepted].filter((part) => part !== "").join(" · ");
}

function lifetime({ state, pinned, expiresAt }: PackageRow): string {
  if (state === "superseded") return l10n.t("superseded");
  if (state === "expired") return l10n.t("expired {0}", agoText(expiresAt));
  return pinned ? l10n.t("pinned") : l10n.t("expires {0}", untilText(expiresAt, Date.now(), env.language));
}

export function packageTooltip(row: PackageRow): MarkdownString {
  const { name, summary, project, tags, createdAt, expiresAt, pinned, actor, git, sessionId, taskIds, base, acceptedBy, acceptedAt } = row;
  const facts: [string, string | undefined][] = [
    [l10n.t("Project"), project],
    [l10n.t("Tags"), tags.join(", ")],
    [l10n.t("Size"), l10n.t("{0} bytes, about {1} tokens", row.size, row.tokens)],
    [l10n.t("Stored"), shortTime(createdAt, env.language)],
    [l10n.t("Expires"), pinned ? l10n.t("never, since it is pinned") : shortTime(expiresAt, env.language)],
    [l10n.t("Stored by"), actor && spokenActor(actor)],
    [l10n.t("Session"), sessionId],
    [l10n.t("Tasks"), taskIds.join(", ")],
    [l10n.t("Continues"), base],
    [l10n.t("Branch"), git?.branch],
    [l10n.t("Commit"), git?.commit?.slice(0, 10)],
    [l10n.t("Superseded by"), row.supersededBy],
    [l10n.t("Accepted by"), acceptedBy && l10n.t("{0}, {1}", spokenActor(acceptedBy), agoText(acceptedAt ?? ""))],
    [l10n.t("Visibility"), row.visibility],
  ];
  // Appended as text: the project must not add markup.
  const tooltip = new MarkdownString();
  tooltip.appendText(name).appendMarkdown("\n\n");
  if (summary !== "") tooltip.appendText(summary).appendMarkdown("\n\n");
  for (const [title, value] of facts) if (value) tooltip.appendText(`${title}: ${value}`).appendMarkdown("  \n");
  tooltip.appendText(row.id);
  return tooltip;
}
