// The panels of this window: opened, found again, and restored after a reload.

import { l10n, Uri, ViewColumn, window, type Disposable, type WebviewPanel } from "vscode";
import { together } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { runBoard } from "./boardPanel.ts";
import { runGantt } from "./ganttPanel.ts";
import { distOf, pageHtml, readIdentity, SURFACES, type PanelIdentity, type Surface } from "./page.ts";
import type { PanelServices } from "./panelServices.ts";
import { runTask, titleOf } from "./taskPanel.ts";

/** What runs behind a page. */
export interface Running extends Disposable {
  /** Shows a task on the page, where it shows many. */
  reveal?(id: string): void;
}

interface OpenPanel {
  readonly panel: WebviewPanel;
  readonly project: Project;
  readonly running: Running;
}

export class Panels implements Disposable {
  readonly #extensionUri: Uri;
  readonly #projects: Projects;
  readonly #services: PanelServices;
  readonly #open = new Map<string, OpenPanel>();
  readonly #serializers: Disposable;

  constructor(extensionUri: Uri, projects: Projects, services: PanelServices) {
    this.#extensionUri = extensionUri;
    this.#projects = projects;
    this.#services = services;
    const restorer = (surface: Surface): Disposable =>
      window.registerWebviewPanelSerializer(`handoff.${surface}`, {
        deserializeWebviewPanel: (panel: WebviewPanel, state: unknown) => this.#restore(surface, panel, readIdentity(state)),
      });
    this.#serializers = together(SURFACES.map(restorer));
  }

  /** The project of the panel that the person is looking at. */
  get activeProject(): Project | undefined {
    return [...this.#open.values()].find(({ panel }) => panel.active)?.project;
  }

  openBoard(project: Project): void {
    this.#show("board", project, { project: project.id }, l10n.t("{0}: Board", project.name));
  }

  /** Opens the chart, at a task if one is given. */
  openGantt(project: Project, id?: string): void {
    const { running } = this.#show("gantt", project, { project: project.id }, l10n.t("{0}: Gantt Chart", project.name));
    if (id !== undefined) running.reveal?.(id);
  }

  openTask(project: Project, id: string, preserveFocus = false): void {
    const task = project.view({ kind: "task", id });
    const identity = { project: project.id, task: task?.card.key ?? id };
    this.#show("task", project, identity, titleOf({ task }, id), preserveFocus);
  }

  dispose(): void {
    this.#serializers.dispose();
    for (const { running } of this.#open.values()) running.dispose();
  }

  #show(surface: Surface, project: Project, identity: PanelIdentity, title: string, preserveFocus = false): OpenPanel {
    const known = this.#open.get(keyOf(surface, identity));
    if (known !== undefined) {
      known.panel.reveal(undefined, preserveFocus);
      return known;
    }
    const column = { viewColumn: ViewColumn.Active, preserveFocus };
    const panel = window.createWebviewPanel(`handoff.${surface}`, title, column);
    return this.#run(surface, panel, project, identity);
  }

  async #restore(surface: Surface, panel: WebviewPanel, identity: PanelIdentity | undefined): Promise<void> {
    await this.#projects.find();
    const project = identity && this.#projects.get(identity.project);
    const complete = identity !== undefined && (surface !== "task" || identity.task !== undefined);
    if (project === undefined || !complete || this.#open.has(keyOf(surface, identity))) panel.dispose();
    else this.#run(surface, panel, project, identity);
  }

  #run(surface: Surface, panel: WebviewPanel, project: Project, identity: PanelIdentity): OpenPanel {
    panel.webview.options = { enableScripts: true, localResourceRoots: [distOf(this.#extensionUri)] };
    const icon = (theme: string): Uri => Uri.joinPath(this.#extensionUri, "extension", "media", `${surface}-${theme}.svg`);
    panel.iconPath = { light: icon("light"), dark: icon("dark") };
    const run = {
      board: () => runBoard(panel, project, this.#services),
      gantt: () => runGantt(panel, project, this.#services),
      task: () => runTask(panel, project, identity.task ?? "", this.#services),
    };
    const opened: OpenPanel = { panel, project, running: run[surface]() };
    const { running } = opened;
    const key = keyOf(surface, identity);
    this.#open.set(key, opened);
    panel.onDidDispose(() => {
      this.#open.delete(key);
      running.dispose();
    });
    panel.webview.html = pageHtml(panel.webview, this.#extensionUri, surface, identity);
    return opened;
  }
}

function keyOf(surface: Surface, { project, task }: PanelIdentity): string {
  return JSON.stringify([surface, project, task ?? null]);
}
