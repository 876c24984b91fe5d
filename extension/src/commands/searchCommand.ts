// The search over everything that a project has. The engine searches, VSCode shows the results.

import { commands, l10n, Range, window, type QuickPickItem } from "vscode";
import type { HitKind, SearchHit } from "../../../webviews/contract/generated/protocol.ts";
import { statuses } from "../../../webviews/contract/generated/values.ts";
import { oneOf } from "../../../webviews/contract/validate.ts";
import { showPick } from "../support/quickPick.ts";
import { statusName } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import type { CommandContext } from "./commandContext.ts";
import type { TargetPages } from "./dashboardCommands.ts";
import type { CommandTable } from "./registry.ts";

type SearchPages = Pick<TargetPages, "openTask" | "openSessions">;

interface HitChoice extends QuickPickItem {
  readonly hit: SearchHit;
}

const isStatus = oneOf(statuses);

/** Maximum number of hits in the list. */
const LIMIT = 50;

const icons: Record<HitKind, string> = {
  task: "checklist",
  decision: "law",
  caution: "warning",
  blocker: "error",
  item: "tasklist",
  pointer: "go-to-file",
  reference: "link",
  suggestion: "lightbulb",
  note: "note",
  session: "history",
  document: "book",
  memory: "mortar-board",
  referral: "mail",
  package: "package",
};

export function searchCommands(context: CommandContext, pages: SearchPages): CommandTable {
  return { "handoff.search": context.onProject((project) => searchProject(project, pages)) };
}

async function searchProject(project: Project, pages: SearchPages): Promise<void> {
  await project.onDemand.readPackages();
  const pick = window.createQuickPick<HitChoice>();
  pick.title = l10n.t("Search in {0}", project.name);
  pick.placeholder = l10n.t("Words of a task, decision, note, session, document, memory or package");
  pick.onDidChangeValue((text) => {
    const { hits } = project.view({ kind: "searchAll", text, limit: LIMIT });
    pick.items = hits.map(choiceOf);
  });
  const hit = (await showPick(pick))?.[0]?.hit;
  if (hit !== undefined) await openHit(project, hit, pages);
}

function choiceOf(hit: SearchHit): HitChoice {
  const { kind, id, title, state, successor, excerpt, at } = hit;
  const superseded = successor === undefined ? [] : [l10n.t("Superseded by “{decision}”", { decision: successor })];
  return {
    hit,
    label: `$(${icons[kind]}) ${title || id}`,
    description: [kind === "task" ? id : undefined, isStatus(state) ? statusName(state) : state, at?.slice(0, 10)].filter(Boolean).join(" · "),
    detail: [...superseded, ...(excerpt === undefined ? [] : [excerpt])].join(" · "),
    // The engine has filtered already; VSCode must not filter again.
    alwaysShow: true,
  };
}

/** Opens the page of a hit, else its file. */
async function openHit(project: Project, { kind, id, session, path, line = 1 }: SearchHit, pages: SearchPages): Promise<void> {
  if (kind === "task") pages.openTask(project, id);
  else if (kind === "session" || session !== undefined) pages.openSessions(project, session ?? id);
  else if (kind === "package") await commands.executeCommand("handoff.previewPackage", { project: project.id, package: id });
  else await window.showTextDocument(placeOf(project.id, path), { selection: new Range(line - 1, 0, line - 1, 0) });
}
