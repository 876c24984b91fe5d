// Shows the content of packages in VSCode's own preview of Markdown, as read-only documents. A content is
// untrusted: VSCode decides what of it is shown, and runs no script of it.

import { commands, extensions, l10n, Uri, window, workspace, type Disposable } from "vscode";
import { recordOf } from "../../../webviews/contract/validate.ts";
import type { Projects } from "../workspace/projects.ts";
import type { PackageTarget } from "./packageTarget.ts";

const SCHEME = "handoff-package";
/** The extension of VSCode that previews Markdown. */
const MARKDOWN = "vscode.markdown-language-features";

export function registerPreviews(projects: Pick<Projects, "get" | "load">): Disposable {
  return workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: async ({ query }) => {
      const { project: projectId, id } = parseQuery(query);
      await projects.load();
      const project = projects.get(projectId);
      await project?.onDemand.readPackages();
      return project?.view({ kind: "package", id })?.content ?? l10n.t("There is no package {id}.", { id });
    },
  });
}

export async function showPreview({ project, row }: PackageTarget): Promise<void> {
  const place = Uri.from({ scheme: SCHEME, path: `/${fileName(row.name)}.md`, query: JSON.stringify({ project: project.id, id: row.id }) });
  if (extensions.getExtension(MARKDOWN) === undefined) await window.showTextDocument(place, { preview: true });
  else await commands.executeCommand("markdown.showPreview", place);
}

/** A window that is restored, or another extension, may ask with any query. */
function parseQuery(query: string): { project: string; id: string } {
  try {
    const { project, id } = recordOf(JSON.parse(query));
    return { project: String(project), id: String(id) };
  } catch {
    return { project: "", id: "" };
  }
}

/** Returns a name on one line that is one part of a path. */
function fileName(name: string): string {
  return name.replaceAll(/[/\\\p{Cc}]+/gu, "-").slice(0, 80);
}
