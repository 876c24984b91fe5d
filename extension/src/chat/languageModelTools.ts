// The tools of the MCP server that an agent in VSCode needs where no server can run. The engine runs them in this
// process. The manifest describes them, and hides them where a server can run.

import { l10n, lm, LanguageModelTextPart, LanguageModelToolResult, MarkdownString, type Disposable, type LanguageModelTool } from "vscode";
import type { Actor } from "../../../webviews/contract/generated/protocol.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { projectsNamed, projectsWithRecords, type Projects } from "../workspace/projects.ts";

/** How projects are found. */
type ProjectSource = Pick<Projects, "load" | "all">;

/** The arguments of a call, as the model wrote them. */
type Arguments = Readonly<Record<string, unknown>>;

/** The tools that are operations of the engine. */
const OPERATIONS = ["handoff_load_context", "handoff_next_task", "handoff_search"] as const;
const SAVE = "handoff_save_context";

/** Registers the tools. What they write is logged as written by `actor`. */
export function registerLanguageModelTools(projects: ProjectSource, actor: Actor): Disposable {
  const operation = (name: string): LanguageModelTool<Arguments> => ({
    invoke: async ({ input: { project_dir: folder, ...input } }) => {
      const project = await findProject(projects, folder);
      const { text, failed } = await project.operate((engine) => engine.beginTool(name, input), actor);
      if (failed !== null) throw new Error(text);
      return textResult(text);
    },
  });
  const save: LanguageModelTool<Arguments> = {
    ...operation(SAVE),
    prepareInvocation: ({ input: { summary } }) => ({
      confirmationMessages: {
        title: l10n.t("Save the session in Handoff?"),
        message: new MarkdownString().appendText(typeof summary === "string" ? summary : ""),
      },
    }),
  };
  return combineDisposables([
    ...OPERATIONS.map((name) => lm.registerTool(name, operation(name))),
    lm.registerTool(SAVE, save),
  ]);
}

/** Returns the project that a call is about, loaded. Throws an error for the model if that is not clear. */
async function findProject(projects: ProjectSource, folder: unknown): Promise<Project> {
  await projects.load();
  const known = projectsWithRecords(projects.all);
  const named = typeof folder === "string" && folder !== "" ? projectsNamed(known, folder) : known;
  const [project] = named;
  if (project !== undefined && named.length === 1) return project;
  if (known.length === 0) throw new Error("There is no Handoff project in this window. The person creates one with the command “Handoff: Initialize Project”.");
  const folders = known.map(({ id, name }) => `${name}: ${id}`).join("\n");
  throw new Error(`${named.length === 0 ? "No project of this window has that name or folder" : "This window has several projects"}. Pass project_dir with one of these names or folders:\n${folders}`);
}

function textResult(text: string): LanguageModelToolResult {
  return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
}
