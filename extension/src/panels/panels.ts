// The panels of this window: opens, finds and restores them.

import { ViewColumn, window, workspace, type Disposable, type Memento, type Uri, type WebviewPanel } from "vscode";
import type { BoardQuery } from "../../../webviews/contract/board.ts";
import type { Section } from "../../../webviews/contract/generated/protocol.ts";
import type { SessionsTab } from "../../../webviews/contract/sessions.ts";
import { pageTitle, projectPageTitle, projectSurfaces, type ProjectPage, type ProjectSurface } from "../../../webviews/contract/surfaces.ts";
import type { SectionName } from "../../../webviews/contract/task.ts";
import type { Target } from "../commands/targets.ts";
import { setContext } from "../support/contextKeys.ts";
import { isReportedInVscode } from "../commands/commandContext.ts";
import { combineDisposables, Emitter } from "../support/emitter.ts";
import { translate } from "../support/vocabulary.ts";
import type { Commit, Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { hostPages } from "./hostPages.ts";
import { distOf, iconOf, identityMessage, pageHtml, PANEL_OPTIONS, readIdentity, type PanelIdentity } from "./html/page.ts";
import type { PanelServices, PanelController } from "./panelServices.ts";
import { undoableSummary } from "./messages/subscribe.ts";
import { runTask, titleOf, type TaskPageEvents } from "./taskPanel.ts";

interface OpenPanel {
  readonly surface: ProjectSurface;
  readonly panel: WebviewPanel;
  readonly project: Project;
  /** Changes when the preview tab shows another task. */
  key: string;
  /** The task of a task page; it changes with the key. */
  task: string | undefined;
  readonly controller: PanelController;
}

/** Maximum time between the two clicks of a double click. */
const DOUBLE_CLICK_MS = 600;

/** Workspace state: key of the preview tab, before the project's ID. */
const FOLLOWING = "handoff.followingTask ";
/** Workspace state: the folded sections of task pages. */
const FOLDED = "foldedTaskSections";

/** A page that was opened, or the task or session that it was opened at. */
interface OpenedPlace {
  readonly kind: "task" | "session" | "page";
  readonly id: string;
  readonly project: Project;
}

export class Panels implements Disposable {
  readonly #extensionUri: Uri;
  readonly #projects: Pick<Projects, "find" | "get" | "onDidCommit" | "onDidChange">;
  readonly #services: PanelServices;
  readonly #memory: Memento;
  readonly #now: () => number;
  readonly #open = new Map<string, OpenPanel>();
  readonly #listening: Disposable;
  readonly #opened = new Emitter<OpenedPlace>();

  /** Fires when something is opened in a page, also in one that is open already. */
  readonly onDidOpen = this.#opened.event;

  /** Task and time of the last click in the tree. */
  #lastClick: { key: string; at: number } | undefined;

  constructor(extensionUri: Uri, projects: Pick<Projects, "find" | "get" | "onDidCommit" | "onDidChange">, services: PanelServices, memory: Memento, now: () => number = Date.now) {
    this.#extensionUri = extensionUri;
    this.#projects = projects;
    this.#services = services;
    this.#memory = memory;
    this.#now = now;
    const restorer = (surface: ProjectSurface): Disposable =>
      window.registerWebviewPanelSerializer(`handoff.${surface}`, {
        deserializeWebviewPanel: (panel: WebviewPanel, state: unknown) => this.#restore(surface, panel, readIdentity(state)),
      });
    this.#listening = combineDisposables([
      ...projectSurfaces.map(restorer),
      projects.onDidCommit(({ project, ...commit }) => this.#report(project, commit)),
      projects.onDidChange(() => {
        for (const opened of this.#open.values()) this.#updateTitle(opened);
      }),
    ]);
  }

  /** Project of the active panel. */
  get activeProject(): Project | undefined {
    return this.#active?.project;
  }

  /** Task of the active panel, if that is the page of a task. */
  get activeTask(): Target | undefined {
    const { project, task } = this.#active ?? {};
    return project === undefined || task === undefined ? undefined : { project, ids: [task] };
  }

  get #active(): OpenPanel | undefined {
    return [...this.#open.values()].find(({ panel }) => panel.active);
  }

  /** Returns whether the origin of a commit is a page that reports its commits itself. */
  reportsItself(origin: unknown): boolean {
    return [...this.#open.values()].some((opened) => opened.panel === origin && showsMessages(opened));
  }

  /** Offers to undo a change, on one page at most, unless VSCode or the page that made it reports it. */
  #report(project: Project, commit: Commit): void {
    if (isReportedInVscode(commit) || this.reportsItself(commit.origin)) return;
    const summary = undoableSummary(project, commit);
    const pages = [...this.#open.values()].filter((opened) => opened.project === project && showsMessages(opened));
    if (summary !== null) (pages.find(({ panel }) => panel.active) ?? pages[0])?.controller.offerUndo?.(summary);
  }

  openPage(page: ProjectPage, project: Project, preserveFocus = false): PanelController {
    return this.#show(page, project, { project: project.id }, this.#titleOf(page, project), preserveFocus).controller;
  }

  /** Returns the title of a page's tab. The project is named where the window has several. */
  #titleOf(page: ProjectPage, project: Project): string {
    return this.#services.hasOtherProjects(project) ? projectPageTitle(page, project.name, translate) : pageTitle(page, translate);
  }

  /** Projects come and go, and are renamed. A task page has the title of its task. */
  #updateTitle({ surface, panel, project }: OpenPanel): void {
    const title = surface === "task" ? panel.title : this.#titleOf(surface, project);
    if (panel.title !== title) panel.title = title;
  }

  /** Opens the board, with another filter and order if given. */
  openBoard(project: Project, query?: BoardQuery): void {
    const board = this.openPage("board", project);
    if (query !== undefined) board.filter?.(query);
  }

  /** Opens the chart, at a task or with a proposal if given. */
  openGantt(project: Project, id?: string, proposal?: string): void {
    const chart = this.openPage("gantt", project);
    if (id !== undefined) chart.reveal?.(id);
    if (proposal !== undefined) chart.showProposal?.(proposal);
  }

  /** Opens the settings, at a section if given. */
  openSettings(project: Project, section?: Section): void {
    const settings = this.openPage("settings", project);
    if (section !== undefined) settings.showSection?.(section);
  }

  /** Opens the sessions page, at a session or on a tab if given. */
  openSessions(project: Project, id?: string, tab?: SessionsTab): void {
    const sessions = this.openPage("sessions", project);
    if (id !== undefined) this.#opened.fire({ kind: "session", id, project });
    if (tab !== undefined && id === undefined) sessions.showTab?.(tab);
    if (id !== undefined) sessions.reveal?.(id);
  }

  /** Opens a task in its own, permanent tab. */
  openTask(project: Project, id: string): void {
    const { identity, title } = this.#taskPage(project, id);
    const opened = this.#show("task", project, identity, title);
    opened.controller.opened?.();
    this.#keep(opened);
  }

  /**
   * Shows a task that was clicked in the tree, without moving the focus: in its own tab if it has
   * one, else in the preview tab. Webview panels have no preview mode, so this tab is our own and
   * its title is not italic. A second click within the time of a double click makes the tab
   * permanent.
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
    this.#follow(project, identity, title);
  }

  /**
   * Shows a task that was selected on another page, if the preview tab is visible beside that page.
   * A page is never covered by its own clicks, and keeps the focus.
   */
  followTaskBeside(project: Project, id: string, { viewColumn }: Pick<WebviewPanel, "viewColumn">): void {
    const following = this.#findFollowing(project);
    if (following === undefined || !following.panel.visible || following.panel.viewColumn === viewColumn) return;
    const { identity, title } = this.#taskPage(project, id);
    const own = this.#open.get(keyOf("task", identity));
    if (own === undefined || own.panel.viewColumn !== viewColumn) this.#follow(project, identity, title);
  }

  #follow(project: Project, identity: PanelIdentity & { task: string }, title: string): void {
    const key = keyOf("task", identity);
    const following = isPreviewEnabled() ? this.#findFollowing(project) : undefined;
    if (this.#open.has(key) || following === undefined) {
      if (!this.#open.has(key) && isPreviewEnabled()) this.#remember(project, key);
      this.#show("task", project, identity, title, true);
      return;
    }
    this.#switch(following, identity);
    this.#remember(project, key);
    following.controller.show?.(identity.task);
    following.panel.reveal(undefined, true);
  }

  /**
   * Makes the active tab permanent if it is the preview tab, so that the next click opens a new
   * one.
   */
  keepTask(): void {
    const active = this.#active;
    if (active !== undefined) this.#keep(active);
  }

  /** Returns the preview tab; each project has one. */
  #findFollowing(project: Project): OpenPanel | undefined {
    return this.#open.get(this.#memory.get<string>(FOLLOWING + project.id) ?? "");
  }

  /** Makes a tab permanent if it is the preview tab. Returns whether it was. */
  #keep(opened: OpenPanel): boolean {
    const follows = this.#findFollowing(opened.project) === opened;
    if (follows) this.#remember(opened.project, undefined);
    return follows;
  }

  #remember(project: Project, key: string | undefined): void {
    void this.#memory.update(FOLLOWING + project.id, key);
    this.#updateMenus();
  }

  #switch(opened: OpenPanel, identity: PanelIdentity): void {
    this.#open.delete(opened.key);
    opened.key = keyOf("task", identity);
    opened.task = identity.task;
    this.#open.set(opened.key, opened);
    if (identity.task !== undefined) this.#opened.fire({ kind: "task", id: identity.task, project: opened.project });
  }

  /** Keeps an edited page on its task and shows the task that was requested meanwhile elsewhere. */
  #keepOnTask(opened: OpenPanel, identity: PanelIdentity, nextTask: string | undefined): void {
    const followed = this.#keep(opened);
    if (nextTask === undefined) return;
    this.#switch(opened, identity);
    this.#lastClick = undefined;
    if (followed) this.followTask(opened.project, nextTask);
    else this.openTask(opened.project, nextTask);
  }

  #taskPage(project: Project, id: string): { identity: PanelIdentity & { task: string }; title: string } {
    const task = project.view({ kind: "task", id });
    return { identity: { project: project.id, task: task?.card.key ?? id }, title: titleOf({ task }, id) };
  }

  /** Updates the context key that tells menus whether the active tab is the preview tab. */
  #updateMenus(): void {
    const active = this.#active;
    setContext("handoff.taskFollows", active !== undefined && this.#findFollowing(active.project) === active);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#opened.dispose();
    for (const { controller } of this.#open.values()) controller.dispose();
  }

  #show(surface: ProjectSurface, project: Project, identity: PanelIdentity, title: string, preserveFocus = false): OpenPanel {
    this.#opened.fire(surface === "task" ? { kind: "task", id: identity.task ?? "", project } : { kind: "page", id: surface, project });
    const known = this.#open.get(keyOf(surface, identity));
    if (known !== undefined) {
      known.panel.reveal(undefined, preserveFocus);
      return known;
    }
    const column = { viewColumn: ViewColumn.Active, preserveFocus };
    const panel = window.createWebviewPanel(`handoff.${surface}`, title, column, PANEL_OPTIONS);
    return this.#run(surface, panel, project, identity);
  }

  async #restore(surface: ProjectSurface, panel: WebviewPanel, identity: PanelIdentity | undefined): Promise<void> {
    await this.#projects.find();
    const project = identity && this.#projects.get(identity.project);
    const complete = identity !== undefined && (surface !== "task" || identity.task !== undefined);
    if (project === undefined || !complete || this.#open.has(keyOf(surface, identity))) panel.dispose();
    else this.#run(surface, panel, project, identity);
  }

  #run(surface: ProjectSurface, panel: WebviewPanel, project: Project, identity: PanelIdentity): OpenPanel {
    panel.webview.options = { enableScripts: true, localResourceRoots: [distOf(this.#extensionUri)] };
    panel.iconPath = iconOf(this.#extensionUri, surface);
    const taskEvents: TaskPageEvents = {
      onKeep: (task, wanted) => this.#keepOnTask(opened, { project: project.id, task }, wanted),
      folded: {
        get: () => this.#memory.get<readonly SectionName[]>(FOLDED, []),
        set: (names) => void this.#memory.update(FOLDED, names),
      },
      onShow: (task) => void panel.webview.postMessage(identityMessage({ project: project.id, task })),
    };
    const controller =
      surface === "task" ? runTask(panel, project, identity.task ?? "", this.#services, taskEvents) : hostPages[surface].run(panel, project, this.#services);
    const opened: OpenPanel = { surface, panel, project, key: keyOf(surface, identity), task: identity.task, controller };
    this.#open.set(opened.key, opened);
    panel.onDidChangeViewState(() => this.#updateMenus());
    panel.onDidDispose(() => {
      this.#keep(opened);
      this.#open.delete(opened.key);
      opened.controller.dispose();
    });
    panel.webview.html = pageHtml(panel.webview, this.#extensionUri, surface, identity);
    this.#updateTitle(opened);
    this.#updateMenus();
    return opened;
  }
}

/** Returns whether a page can show a message about a change now. A hidden page has no content. */
function showsMessages({ panel, controller }: OpenPanel): boolean {
  return panel.visible && controller.offerUndo !== undefined;
}

/** Returns whether the user has enabled preview editors. */
function isPreviewEnabled(): boolean {
  return workspace.getConfiguration("workbench.editor").get("enablePreview", true);
}

function keyOf(surface: ProjectSurface, { project, task }: PanelIdentity): string {
  return JSON.stringify([surface, project, task ?? null]);
}
