// Links such as `vscode://handoff-tools.handoff/task/t1.2?project=atlas` open a task, a session or a page. Whoever writes a
// link is unknown: a link only shows what exists.

import { env, l10n, window, type Disposable, type Uri } from "vscode";
import { projectPages, type ProjectPage } from "../../../webviews/contract/surfaces.ts";
import { selectProject } from "../commands/commandContext.ts";
import type { TargetPages } from "../commands/dashboardCommands.ts";
import type { Project } from "../workspace/project.ts";
import { projectsNamed, type Projects } from "../workspace/projects.ts";

/** What a link shows. */
type LinkTarget = { readonly kind: "task" | "session"; readonly id: string } | { readonly kind: "page"; readonly page: ProjectPage };

/** What a link says. Without a project, it is about the only one of the window. */
interface DeepLink {
  readonly target: LinkTarget;
  readonly project: string | null;
}

/** Maximum length of an ID or a name, in characters: messages show them. */
const MAX_NAME_LENGTH = 200;

/** Returns what a link says, or undefined if it is none of ours. */
export function parseDeepLink({ path, query }: Pick<Uri, "path" | "query">): DeepLink | undefined {
  const project = new URLSearchParams(query).get("project");
  const [kind = "", id, ...rest] = path.split("/").slice(1);
  if (rest.length > 0 || ![id ?? "", project ?? ""].every(isName)) return undefined;
  if (kind === "task" || kind === "session") return id === undefined || id === "" ? undefined : { target: { kind, id }, project };
  const page = projectPages.find((name) => name === kind);
  return page === undefined || id !== undefined ? undefined : { target: { kind: "page", page }, project };
}

function isName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(text);
}

/** Returns the link to a task, with the name of its project: another window may have other projects. */
export function taskLink(project: Pick<Project, "name">, id: string, extension: string): string {
  // VSCode decodes the query before the handler parses it.
  const name = encodeURIComponent(encodeURIComponent(project.name));
  return `${env.uriScheme}://${extension}/task/${encodeURIComponent(id)}?project=${name}`;
}

type LinkPages = Pick<TargetPages, "openTask" | "openSessions" | "openPage">;

/** Opens links. */
export function registerDeepLinks(projects: Pick<Projects, "load" | "all">, pages: LinkPages): Disposable {
  return window.registerUriHandler({
    handleUri: async (uri) => {
      const link = parseDeepLink(uri);
      if (link === undefined) void window.showWarningMessage(l10n.t("Handoff has no page for this link: {0}", uri.toString().slice(0, MAX_NAME_LENGTH)));
      else await openDeepLink(link, projects, pages);
    },
  });
}

async function openDeepLink({ target, project: name }: DeepLink, projects: Pick<Projects, "load" | "all">, pages: LinkPages): Promise<void> {
  await projects.load();
  const ready = projects.all.filter(({ state }) => state === "ready");
  const named = name === null ? ready : projectsNamed(ready, name);
  if (named.length === 0) {
    void window.showWarningMessage(name === null ? l10n.t("There is no Handoff project in this window.") : l10n.t("The project {0} is not open in this window. Open its folder, then open the link again.", name));
    return;
  }
  const project = await selectProject(named);
  if (project === undefined) return;
  if (target.kind === "page") pages.openPage(target.page, project);
  else if (project.view(target) === null) void window.showWarningMessage(missing(target, project));
  else if (target.kind === "task") pages.openTask(project, target.id);
  else pages.openSessions(project, target.id);
}

function missing({ kind, id }: Exclude<LinkTarget, { kind: "page" }>, { name }: Project): string {
  return kind === "task" ? l10n.t("There is no task {0} in {1}.", id, name) : l10n.t("There is no session {0} in {1}.", id, name);
}
