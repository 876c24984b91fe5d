// The panels of this window: opened, found again, and restored after a reload.

import { l10n, Uri, ViewColumn, window, workspace, type Disposable, type Memento, type WebviewPanel } from "vscode";
import { setContext } from "../support/contextKeys.ts";
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
  readonly key: string;
  readonly running: Running;
}

/** Longest time between the two clicks of a double click. */
const DOUBLE_CLICK_MS = 600;

/** Where the window remembers across a reload which panel follows the tree. */
const FOLLOWING = "handoff.followingTask";

export class Panels implements Disposable {
  readonly #extensionUri: Uri;
  readonly #projects: Projects;
  readonly #services: PanelServices;
  readonly #memory: Memento;
  readonly #now: () => number;
  readonly #open = new Map<string, OpenPanel>();
  readonly #serializers: Disposable;
  /** The task and the time of the last click in the tree. */
  #lastClick: { key: string; at: number } | undefined;

  constructor(extensionUri: Uri, projects: Projects, services: PanelServices, memory: Memento, now: () => number = Date.now) {
    this.#extensionUri = extensionUri;
    this.#projects = projects;
    this.#services = services;
    this.#memory = memory;
    this.#now = now;
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

  /** Opens a task in a tab of its own, which stays. */
  openTask(project: Project, id: string): void {
    const { identity, title } = this.#taskPage(project, id);
    this.#keep(keyOf("task", identity));
    this.#show("task", project, identity, title);
  }

  /**
   * Shows a task that was clicked in the tree, without taking the focus from there: in its own tab if it has one, else in the one tab
   * that follows the tree. Panels have no preview mode of their own, which is why this tab is ours and its title is not italic. A second
   * click within the time of a double click keeps the tab.
   */
  followTask(project: Project, id: string): void {
    const { identity, title } = this.#taskPage(project, id);
    const key = keyOf("task", identity);
    const isDoubleClick = this.#lastClick?.key === key && this.#now() - this.#lastClick.at < DOUBLE_CLICK_MS;
    this.#lastClick = { key, at: this.#now() };
    if (isDoubleClick) {
      this.openTask(project, id);
      return;
    }
    const following = this.#following;
    if (this.#open.has(key) || !previews()) {
      this.#show("task", project, identity, title, true);
      return;
    }
    if (following === undefined) {
      this.#remember(key);
      this.#show("task", project, identity, title, true);
      return;
    }
    const { panel } = following;
    this.#remember(key);
    this.#release(following);
    panel.title = title;
    this.#run("task", panel, project, identity);
    panel.reveal(undefined, true);
  }

  /** Keeps the tab that follows the tree, so that the next click opens another one. */
  keepTask(): void {
    const following = this.#following;
    if (following !== undefined) this.#keep(following.key);
  }

  get #following(): OpenPanel | undefined {
    return this.#open.get(this.#memory.get<string>(FOLLOWING) ?? "");
  }

  #taskPage(project: Project, id: string): { identity: PanelIdentity; title: string } {
    const task = project.view({ kind: "task", id });
    return { identity: { project: project.id, task: task?.card.key ?? id }, title: titleOf({ task }, id) };
  }

  #keep(key: string): void {
    if (this.#memory.get(FOLLOWING) === key) this.#remember(undefined);
  }

  #remember(key: string | undefined): void {
    void this.#memory.update(FOLLOWING, key);
    this.#tellMenus();
  }

  /** Tells the menus whether the tab in front is the one that follows the tree. */
  #tellMenus(): void {
    setContext("handoff.taskFollows", this.#following?.panel.active === true);
  }

  /** Ends what runs behind a page, whose panel stays. */
  #release(opened: OpenPanel): void {
    this.#open.delete(opened.key);
    opened.running.dispose();
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
    const key = keyOf(surface, identity);
    const run = {
      board: () => runBoard(panel, project, this.#services),
      gantt: () => runGantt(panel, project, this.#services),
      task: () => runTask(panel, project, identity.task ?? "", this.#services, () => this.#keep(key)),
    };
    const page: Running = run[surface]();
    const watched = together([
      panel.onDidChangeViewState(() => this.#tellMenus()),
      panel.onDidDispose(() => {
        this.#release(opened);
        this.#keep(key);
      }),
    ]);
    const running: Running = {
      ...page,
      dispose: () => {
        watched.dispose();
        page.dispose();
      },
    };
    const opened: OpenPanel = { panel, project, key, running };
    this.#open.set(key, opened);
    panel.webview.html = pageHtml(panel.webview, this.#extensionUri, surface, identity);
    this.#tellMenus();
    return opened;
  }
}

/** Whether the person wants previews at all. */
function previews(): boolean {
  return workspace.getConfiguration("workbench.editor").get("enablePreview", true);
}

function keyOf(surface: Surface, { project, task }: PanelIdentity): string {
  return JSON.stringify([surface, project, task ?? null]);
}
