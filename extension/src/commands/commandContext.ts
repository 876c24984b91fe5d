// The context of commands: the selection, running a command of the engine, and reporting its result.

import { l10n, window } from "vscode";
import type { CommandResult, Refused } from "../../../webviews/contract/common.ts";
import type { Command, TaskPatch } from "../../../webviews/contract/generated/protocol.ts";
import { findMissingEstimate, withEstimate, type EstimableCommand, type MissingEstimate } from "../../../webviews/contract/estimate.ts";
import { spokenActor, translateText } from "../support/vocabulary.ts";
import type { Commit, Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import type { ExplorerNode } from "../views/taskNode.ts";
import { askHours } from "./fieldPickers.ts";
import { pickTask } from "./taskPicker.ts";
import type { CommandHandler } from "./registry.ts";
import { namesAny, projectOf, targetOf, type Target } from "./targets.ts";

/** Parts of the window that commands use. */
export interface WindowServices {
  readonly projects: Projects;
  selection(): readonly ExplorerNode[];
  /** Returns the project of the active panel, if that panel is one of ours. */
  activeProject(): Project | undefined;
  /** Returns the task of the active panel, if that is the page of a task. */
  activeTask(): Target | undefined;
  /** Opens a task in its own tab. */
  openTask(project: Project, id: string): void;
  /** Shows a task in the preview tab. */
  followTask(project: Project, id: string): void;
}

/** Origin of commands whose success the caller reports in VSCode. */
const REPORTED = Symbol("reported");

type Done = CommandResult & { kind: "done" };

/** Maximum number of warnings in a message. */
const MAX_WARNINGS = 3;

export class CommandContext {
  readonly #services: WindowServices;

  constructor(around: WindowServices) {
    this.#services = around;
  }

  get projects(): Projects {
    return this.#services.projects;
  }

  /** Returns the tasks that the arguments name, or else the ones that are shown or selected. */
  named(args: readonly unknown[]): Target | undefined {
    return targetOf(args, this.#services.selection(), this.projects, this.#services.activeTask());
  }

  /** Tasks selected in the tree, whatever the active page shows. */
  get selected(): Target | undefined {
    return targetOf([], this.#services.selection(), this.projects);
  }

  openTask(project: Project, id: string): void {
    this.#services.openTask(project, id);
  }

  followTask(project: Project, id: string): void {
    this.#services.followTask(project, id);
  }

  /**
   * Returns the tasks that a command is about; asks for one if neither arguments, page nor selection
   * name any.
   */
  async target(args: readonly unknown[], title: string): Promise<Target | undefined> {
    const target = this.named(args);
    return target !== undefined || namesAny(args) ? target : await this.pick(title);
  }

  /** Asks for a task. */
  async pick(title: string): Promise<Target | undefined> {
    const project = await this.project([]);
    const id = project && (await pickTask(project, title));
    return project !== undefined && typeof id === "string" ? { project, ids: [id] } : undefined;
  }

  /** Returns the project that a command is about; asks if there are several. */
  async project(args: readonly unknown[]): Promise<Project | undefined> {
    const { projects } = this.#services;
    await projects.load();
    return projectOf(args, this.#services.selection(), projects) ?? this.#services.activeProject() ?? (await this.pickProject());
  }

  /** Returns the handler of a command about a project. It runs `use` unless the user selects none. */
  onProject(use: (project: Project) => unknown): CommandHandler {
    return async (...args) => {
      const project = await this.project(args);
      return project && (await use(project));
    };
  }

  /** Returns the handler of a command about tasks. It runs `use` unless the user selects none. */
  onTasks(use: (target: Target) => unknown): CommandHandler {
    return async (...args) => {
      const target = await this.target(args, l10n.t("Select a task"));
      return target && (await use(target));
    };
  }

  /** Returns the only project of the window; asks if there are several, whatever is selected. */
  async pickProject(): Promise<Project | undefined> {
    const { projects } = this.#services;
    await projects.load();
    const ready = projects.all.filter(({ state }) => state === "ready");
    if (ready.length === 0) void window.showInformationMessage(l10n.t("There is no Handoff project in this window."));
    return await selectProject(ready);
  }

  /**
   * Runs a command. Success is silent because the views show it; warnings, refusals and failures
   * are reported.
   */
  async run(project: Project, command: Command): Promise<CommandResult> {
    const result = await this.perform(project, command, this);
    if (needsReport(result)) void this.#report(project, result);
    return result;
  }

  /**
   * Runs a command whose success the caller reports: in VSCode, or on the page that is the origin. Refusals and failures
   * are reported here.
   */
  async perform(project: Project, command: Command, origin: unknown = REPORTED): Promise<CommandResult> {
    return this.explain(project, command, await project.execute(command, origin));
  }

  /** Reports the refusal or failure of a command, and returns its result. */
  explain(project: Project, command: Command, result: CommandResult): CommandResult {
    switch (result.kind) {
      case "done":
        return result;
      case "refused":
        // The command has ended: do not wait until the message is read.
        void this.#explainRefusal(project, command, result);
        return result;
      case "failed":
        void window.showErrorMessage(result.message);
        return result;
    }
  }

  /** Reports a change whose result is not visible, and offers Undo. */
  async offerUndo(project: Project, summary: string, warnings: readonly string[] = []): Promise<void> {
    const undo = l10n.t("Undo");
    const sentences = warnings.length === 0 ? [summary] : [`${summary}.`, ...limitWarnings(warnings, MAX_WARNINGS)];
    if ((await window.showInformationMessage(sentences.join(" "), undo)) !== undo) return;
    const next = project.summary.undo;
    // Undo reverts the latest change, which may be a different one by now.
    if (next !== null && translateText(next) === summary) await this.run(project, { kind: "undo" });
    else void window.showWarningMessage(l10n.t("There are newer changes. Undo them first."));
  }

  async update(target: Target, patch: TaskPatch): Promise<CommandResult> {
    return await this.run(target.project, { kind: "updateTasks", ids: [...target.ids], patch });
  }

  /** Makes the user the holder of a task that somebody else holds. */
  async takeOver(project: Project, id: string): Promise<CommandResult> {
    return await this.run(project, { kind: "claimTask", id, takeOver: true });
  }

  /** Reports warnings, and that somebody else works on a changed task, which can be taken over. */
  async #report(project: Project, { summary, warnings, held }: Done): Promise<void> {
    const texts = held === undefined ? warnings : [...warnings, l10n.t("{id} is held by {actor}.", { id: held.id, actor: spokenActor(held.actor) })];
    const takeOver = l10n.t("Take Over");
    const chosen = await window.showInformationMessage([`${summary}.`, ...texts].join(" "), ...(held === undefined ? [] : [takeOver]));
    if (chosen === takeOver && held !== undefined) await this.takeOver(project, held.id);
  }

  /** Reports a refusal, with the next step that resolves it if there is one. */
  async #explainRefusal(project: Project, command: Command, refusal: Refused): Promise<void> {
    const estimate = l10n.t("Set Estimate…");
    const open = l10n.t("Open Task");
    const resume = l10n.t("Resume Writing");
    const missing = findMissingEstimate(command, refusal);
    const canResume = refusal.code === "paused" && project.summary.paused?.scope === "project";
    const next = [
      ...(missing === null ? [] : [estimate]),
      ...(refusal.task === undefined ? [] : [open]),
      ...(canResume ? [resume] : []),
    ];
    const chosen = await window.showWarningMessage(refusal.message, ...next);
    if (chosen === open && refusal.task !== undefined) this.openTask(project, refusal.task);
    if (chosen === resume) await this.run(project, { kind: "resumeWriting" });
    if (chosen === estimate && missing !== null) await this.#askEstimate(project, missing);
  }

  async #askEstimate(project: Project, missing: MissingEstimate<EstimableCommand>): Promise<void> {
    const hours = await askHours();
    if (hours !== undefined) await this.run(project, withEstimate(missing, hours));
  }
}

/** Returns the first warnings, and the number of the others. */
export function limitWarnings(warnings: readonly string[], limit: number): string[] {
  const omitted = warnings.length - limit;
  return omitted > 0 ? [...warnings.slice(0, limit), l10n.t("And {0} more.", omitted)] : [...warnings];
}

/** Returns the only one of some projects; asks if there are several. */
export async function selectProject(projects: readonly Project[]): Promise<Project | undefined> {
  if (projects.length < 2) return projects[0];
  const items = projects.map((project) => ({ label: project.name, description: project.folderName, project }));
  return (await window.showQuickPick(items, { title: l10n.t("Select a project") }))?.project;
}

/** Returns whether success has something to say that the views do not show. */
function needsReport(result: CommandResult): result is Done {
  return result.kind === "done" && (result.warnings.length > 0 || result.held !== undefined);
}

/** Returns whether a message of VSCode reports a commit, so that no page needs to. */
export function isReportedInVscode({ origin, result }: Commit): boolean {
  return origin === REPORTED || (origin instanceof CommandContext && needsReport(result));
}
