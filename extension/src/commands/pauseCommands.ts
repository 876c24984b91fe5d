// Commands that pause writing in a project, and end the pause.

import { l10n, window } from "vscode";
import { translateText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import { selectProject, type CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";

export function pauseCommands(context: CommandContext): CommandTable {
  return {
    "handoff.pauseWriting": context.onProject((project) => pauseWriting(context, project)),
    "handoff.resumeWriting": () => resumeWriting(context),
  };
}

async function pauseWriting(context: CommandContext, project: Project): Promise<unknown> {
  const reason = await window.showInputBox({
    title: l10n.t("Pause Writing"),
    prompt: l10n.t("The reason, shown with each refused change (optional)"),
    value: project.summary.paused?.reason ?? "",
  });
  return reason === undefined ? undefined : await context.run(project, { kind: "pauseWriting", reason });
}

async function resumeWriting(context: CommandContext): Promise<unknown> {
  await context.projects.load();
  const paused = context.projects.all.flatMap((project) => {
    const pause = project.state === "ready" ? project.summary.paused : undefined;
    return pause === undefined ? [] : [{ project, pause }];
  });
  const [first] = paused;
  if (first === undefined) {
    void window.showInformationMessage(l10n.t("Writing is not paused."));
    return undefined;
  }
  const own = paused.filter(({ pause }) => pause.scope === "project").map(({ project }) => project);
  if (own.length === 0) {
    // Handoff changes neither the home folder nor the environment; the sentence says what to do.
    void window.showWarningMessage(translateText(first.pause.text));
    return undefined;
  }
  const project = await selectProject(own);
  return project && (await context.run(project, { kind: "resumeWriting" }));
}
