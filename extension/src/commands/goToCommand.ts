// One list that leads to everything of a project: what was opened last and the pages, and, as soon as something is
// typed, what the engine finds.

import { commands, env, l10n, QuickPickItemKind, Range, window, type QuickPickItem } from "vscode";
import type { HitKind, SearchHit } from "../../../webviews/contract/generated/protocol.ts";
import { pageTitle, projectPages, type ProjectPage } from "../../../webviews/contract/surfaces.ts";
import { sessionStatusIcon } from "../../../webviews/contract/texts/sessionTexts.ts";
import { oneOf } from "../../../webviews/contract/validate.ts";
import { shortDate } from "../support/dateFormat.ts";
import { showPick } from "../support/quickPick.ts";
import { kindIcons, statusName, translate } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import type { RecentPlace, RecentPlaces } from "../workspace/recentPlaces.ts";
import type { CommandContext } from "./commandContext.ts";
import type { TargetPages } from "./dashboardCommands.ts";
import { hitState } from "./hitState.ts";
import type { CommandTable } from "./registry.ts";

type Pages = Pick<TargetPages, "openTask" | "openSessions" | "openPage">;

interface Choice extends QuickPickItem {
  open(): unknown;
}

/** Maximum number of hits in the list. */
const LIMIT = 50;

const isPage = oneOf(projectPages);

const icons: Record<HitKind, string> = {
  ...kindIcons,
  item: kindIcons.openItem,
  note: kindIcons.contextNote,
  task: "checklist",
  session: "history",
  document: "book",
  memory: "mortar-board",
  referral: "mail",
  package: "package",
};

export function goToCommands(context: CommandContext, pages: Pages, recent: RecentPlaces): CommandTable {
  return { "handoff.search": context.onProject((project) => goTo(project, pages, recent)) };
}

async function goTo(project: Project, pages: Pages, recent: RecentPlaces): Promise<void> {
  await project.onDemand.readPackages();
  const pick = window.createQuickPick<Choice>();
  pick.title = l10n.t("Go to in {0}", project.name);
  pick.placeholder = l10n.t("Words, an ID or the name of a page");
  const find = (text: string): void => {
    pick.items = text.trim() === "" ? startChoices(project, pages, recent) : foundChoices(project, pages, recent, text);
  };
  pick.onDidChangeValue(find);
  find("");
  await (await showPick(pick))?.[0]?.open();
}

/** Returns what was opened last, then the pages. */
function startChoices(project: Project, pages: Pages, recent: RecentPlaces): Choice[] {
  const last = recent.of(project.id).flatMap((place) => recentChoice(project, pages, recent, place) ?? []);
  const shown = new Set(last.map(({ label }) => label));
  const others = projectPages.map((page) => pageChoice(project, pages, page)).filter(({ label }) => !shown.has(label));
  return [...section(l10n.t("Recent"), last), ...section(l10n.t("Pages"), others)];
}

/** Returns the pages with a word that starts with a text, then the hits of the engine. */
function foundChoices(project: Project, pages: Pages, recent: RecentPlaces, text: string): Choice[] {
  const { hits } = project.view({ kind: "searchAll", text, limit: LIMIT });
  const start = text.trim().toLowerCase();
  const named = projectPages.filter((page) => ` ${pageTitle(page, translate).toLowerCase()}`.includes(` ${start}`));
  return [...named.map((page) => pageChoice(project, pages, page)), ...hits.map((hit) => hitChoice(project, pages, recent, hit))];
}

/** Returns undefined for what no longer exists. */
function recentChoice(project: Project, pages: Pages, recent: RecentPlaces, { kind, id, title }: RecentPlace): Choice | undefined {
  switch (kind) {
    case "task": {
      const card = project.view({ kind, id })?.card;
      return card && choice(`$(checklist) ${card.title || id}`, `${card.id} · ${statusName(card.status)}`, () => pages.openTask(project, id));
    }
    case "session": {
      const session = project.view({ kind, id })?.summary;
      return session && choice(`$(${sessionStatusIcon(session.status)}) ${session.summary || id}`, session.label, () => pages.openSessions(project, id));
    }
    case "page":
      return isPage(id) ? pageChoice(project, pages, id) : undefined;
    case "file":
      return choice(`$(book) ${title || id}`, "", () => openFile(project, recent, { path: id, title }));
  }
}

function pageChoice(project: Project, pages: Pages, page: ProjectPage): Choice {
  return choice(`$(window) ${pageTitle(page, translate)}`, "", () => pages.openPage(page, project));
}

function hitChoice(project: Project, pages: Pages, recent: RecentPlaces, hit: SearchHit): Choice {
  const { kind, id, title, successor, excerpt, at } = hit;
  const superseded = successor === undefined ? [] : [l10n.t("Superseded by “{decision}”", { decision: successor })];
  const facts = [kind === "task" ? id : undefined, hitState(hit), at === undefined ? undefined : shortDate(at.slice(0, 10), env.language)].filter(Boolean).join(" · ");
  return { ...choice(`$(${icons[kind]}) ${title || id}`, facts, () => openHit(project, pages, recent, hit)), detail: [...superseded, ...(excerpt === undefined ? [] : [excerpt])].join(" · ") };
}

function choice(label: string, description: string, open: () => unknown): Choice {
  // The list is filtered already; VSCode must not filter it again.
  return { label, description, alwaysShow: true, open };
}

/** Returns choices below a heading; nothing without choices. */
function section(label: string, choices: Choice[]): Choice[] {
  return choices.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator, open: () => undefined }, ...choices];
}

/** Opens the page of a hit, else its file. */
async function openHit(project: Project, pages: Pages, recent: RecentPlaces, { kind, id, title, session, path, line = 1 }: SearchHit): Promise<void> {
  if (kind === "task") pages.openTask(project, id);
  else if (kind === "session" || session !== undefined) pages.openSessions(project, session ?? id);
  else if (kind === "package") await commands.executeCommand("handoff.previewPackage", { project: project.id, package: id });
  else await openFile(project, recent, { path, title, line });
}

async function openFile(project: Project, recent: RecentPlaces, { path, title, line = 1 }: { path: string; title: string; line?: number }): Promise<void> {
  await window.showTextDocument(placeOf(project.id, path), { selection: new Range(line - 1, 0, line - 1, 0) });
  recent.add(project.id, { kind: "file", id: path, title });
}
