// The overview of all projects of the window and of the configured folders, and its host's side.

import { env, l10n, Uri, ViewColumn, window, type Disposable, type WebviewPanel } from "vscode";
import type { OverviewContract, OverviewSnapshot, ProjectCard } from "../../../webviews/contract/dashboard.ts";
import type { ProjectGlance, ProjectView } from "../../../webviews/contract/generated/protocol.ts";
import { civilDate } from "../support/dateFormat.ts";
import { systemTimeZone } from "../support/timeZone.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { projectsWithRecords, type Projects } from "../workspace/projects.ts";
import { distOf, iconOf, pageHtml, PANEL_OPTIONS } from "./html/page.ts";
import { readText } from "./messages/parseMessages.ts";
import { serve, type ErrorReporter } from "./messages/rpcServer.ts";

const VIEW_TYPE = "handoff.overview";

export interface OverviewServices extends ErrorReporter {
  openDashboard(project: Project): void;
  /** Opens a folder in a new window. */
  openFolder(folder: Uri): void;
  /** Searches the configured folders for other projects; absent without a disk. */
  findOthers?: (window: readonly Project[]) => Promise<readonly Project[]>;
  /** Closes them when the page is closed. */
  closeOthers?: () => void;
}

export class Overview implements Disposable {
  readonly #extensionUri: Uri;
  readonly #projects: Projects;
  readonly #services: OverviewServices;
  readonly #serializer: Disposable;
  #panel: WebviewPanel | undefined;

  constructor(extensionUri: Uri, projects: Projects, services: OverviewServices) {
    this.#extensionUri = extensionUri;
    this.#projects = projects;
    this.#services = services;
    this.#serializer = window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel: WebviewPanel) => {
        if (this.#panel === undefined) this.#run(panel);
        else panel.dispose();
        return Promise.resolve();
      },
    });
  }

  open(preserveFocus = false): void {
    if (this.#panel !== undefined) {
      this.#panel.reveal(undefined, preserveFocus);
      return;
    }
    this.#run(window.createWebviewPanel(VIEW_TYPE, l10n.t("Projects"), { viewColumn: ViewColumn.Active, preserveFocus }, PANEL_OPTIONS));
  }

  dispose(): void {
    this.#serializer.dispose();
  }

  #run(panel: WebviewPanel): void {
    this.#panel = panel;
    panel.webview.options = { enableScripts: true, localResourceRoots: [distOf(this.#extensionUri)] };
    panel.iconPath = iconOf(this.#extensionUri, "dashboard");
    const running = runOverview(panel, this.#projects, this.#services);
    panel.onDidDispose(() => {
      this.#panel = undefined;
      running.dispose();
    });
    panel.webview.html = pageHtml(panel.webview, this.#extensionUri, "overview", { project: "" });
  }
}

export type OverviewProjects = Pick<Projects, "all" | "get" | "find" | "load" | "onDidChange">;

export function runOverview(panel: WebviewPanel, projects: OverviewProjects, services: OverviewServices): Disposable {
  /** By summary, which is another object after each change of its project. */
  const glances = new WeakMap<ProjectView, ProjectGlance>();
  const known = ({ summary }: Project): ProjectGlance | null => glances.get(summary) ?? null;
  let others: readonly Project[] = [];
  let isClosed = false;
  const card = (project: Project): ProjectCard => {
    const { id, name, folderName, state } = project;
    const isOpen = !others.includes(project);
    const folder = isOpen ? folderName : Uri.parse(id, true).fsPath;
    const summary = state === "ready" ? project.summary : null;
    const failure = state === "failed" ? l10n.t("The files of the project could not be read.") : null;
    return { id, name, folder: folder === name ? "" : folder, isOpen, failure, project: summary, glance: summary === null ? null : known(project) };
  };
  const snapshot = (): OverviewSnapshot => {
    const [first] = projects.all;
    const { now, timeZone } = first?.context ?? { now: Date.now(), timeZone: systemTimeZone(Date.now()) };
    return { projects: [...projectsWithRecords(projects.all), ...others].map(card), today: civilDate(now, timeZone) };
  };
  let isLooking = false;
  /** Looks at the projects that have changed, one after the other: each takes long if it is large. */
  const look = async (): Promise<void> => {
    if (isLooking || isClosed) return;
    isLooking = true;
    const isPending = (project: Project): boolean => project.state === "ready" && project.summary.total > 0 && known(project) === null;
    for (;;) {
      const project = [...projects.all, ...others].find(isPending);
      if (project === undefined) break;
      glances.set(project.summary, project.view({ kind: "glance" }));
      tell();
      // Messages and other work come in between.
      await new Promise((resolve) => void setTimeout(resolve));
      if (isClosed) return;
    }
    isLooking = false;
  };
  const tell = (): void => {
    // A closed panel cannot be asked whether it is visible.
    if (!isClosed && panel.visible) served.emit("changed", snapshot());
  };
  /** Reads all projects, then their logs, from which the forecasts are made. Each tells about its change. */
  const readAll = async (): Promise<void> => {
    await projects.load();
    await look();
    if (isClosed) return;
    others = (await services.findOthers?.(projects.all)) ?? [];
    if (others.length > 0) tell();
    for (const project of others) {
      if (isClosed) break;
      await project.load().catch(() => undefined);
      await look();
    }
    for (const project of [...projects.all, ...others]) {
      if (isClosed) break;
      if (project.state === "ready") await project.log.readHistory();
    }
    await look();
  };
  const served = serve<OverviewContract>(
    panel.webview,
    {
      ready: async () => {
        await projects.find();
        void readAll();
        return { ...snapshot(), strings: l10n.bundle ?? {}, locale: env.language, readOnly: null };
      },
      openProject: (body) => {
        const id = readText(body);
        const project = projects.get(id);
        const other = others.find((one) => one.id === id);
        if (project !== undefined) services.openDashboard(project);
        else if (other !== undefined) services.openFolder(Uri.parse(other.id, true));
        else throw new Error("There is no such project.");
      },
    },
    services,
  );
  const changed = projects.onDidChange(() => {
    tell();
    if (panel.visible) void look();
  });
  const close = (): void => {
    isClosed = true;
    services.closeOthers?.();
  };
  return combineDisposables([served, changed, { dispose: close }]);
}
