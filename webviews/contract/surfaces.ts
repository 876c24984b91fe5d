// The webviews of the extension. The name of each is also that of its folder, its bundle, its icon
// and its view type.
import type { Translate } from "./translate.ts";

interface PageRow {
  /** Returns the title, for links to the page and for its tab. */
  title(t: Translate): string;
  /** The shapes of the icon: lines on a grid of 16 by 16. */
  icon: string;
}

/** The pages about a whole project, in the order in which a page offers them. */
const projectPageTable = {
  dashboard: {
    title: (t) => t("Dashboard"),
    icon: '<path d="M2.5 2.5h4v6h-4zM2.5 11h4v2.5h-4zM9 2.5h4.5V5H9zM9 7.5h4.5v6H9z"/>',
  },
  board: {
    title: (t) => t("Board"),
    icon: '<path d="M2.5 2.5h11v11h-11zM6.2 2.5v11M9.8 2.5v7.5M9.8 10h3.7"/>',
  },
  gantt: {
    title: (t) => t("Gantt Chart"),
    icon: '<path d="M2.5 2v11.5H14M4.5 3h5v2h-5zM6.5 7h5v2h-5zM9.5 11h4"/>',
  },
  metrics: {
    title: (t) => t("Metrics"),
    icon: '<path d="M2.5 2v11.5H14M5 11V8.5M8 11V5M11 11V7M5 5.5l3-2.5 3 1.5 2.5-2"/>',
  },
  time: {
    title: (t) => t("Time"),
    icon: '<circle cx="8" cy="9" r="5.2"/><path d="M8 6v3l2 1.3M6.5 1.5h3M8 1.5v2.3"/>',
  },
  sessions: {
    title: (t) => t("Sessions"),
    icon: '<path d="M5 3v10M5 9.5c0-3 6-1 6-4.5"/><circle cx="5" cy="2.7" r="1.2"/><circle cx="5" cy="13.3" r="1.2"/><circle cx="11" cy="3.7" r="1.2"/>',
  },
  library: {
    title: (t) => t("Library"),
    icon: '<path d="M2.5 13.5v-11h3v11zM5.5 13.5v-9h3v9zM9.2 4.9l2.4-.7 2.4 8.6-2.4.7z"/>',
  },
  settings: {
    title: (t) => t("Settings"),
    icon: '<path d="M2.5 4.5h5M11.5 4.5h2M2.5 11.5h2M8.5 11.5h5"/><circle cx="9.5" cy="4.5" r="2"/><circle cx="6.5" cy="11.5" r="2"/>',
  },
} satisfies Record<string, PageRow>;
export type ProjectPage = keyof typeof projectPageTable;
export const projectPages = Object.keys(projectPageTable) as ProjectPage[];

/** What a page leads to: the tree in the side bar, and the pages. */
export type Page = "tree" | ProjectPage;
export const pages: readonly Page[] = ["tree", ...projectPages];

/** What a page can open: pages, and VSCode's list of problems. */
export type Place = Page | "problems";

/** The webviews of one project. */
export type ProjectSurface = ProjectPage | "task";
export const projectSurfaces: readonly ProjectSurface[] = [...projectPages, "task"];

/** All webviews; the overview is of several projects. */
export type Surface = ProjectSurface | "overview";
export const surfaces: readonly Surface[] = [...projectSurfaces, "overview"];

export function pageTitle(page: Page, t: Translate): string {
  return page === "tree" ? t("Task Tree") : projectPageTable[page].title(t);
}

/** Returns the title of the page of a project: "Tide Atlas: Board". */
export function projectPageTitle(page: ProjectPage, project: string, t: Translate): string {
  return t("{0}: {1}", { 0: project, 1: pageTitle(page, t) });
}

const taskIcon = '<path d="M3.5 2.5h9v11h-9zM5.5 6l1 1 1.8-2M10 6h1M5.5 10h5.5"/>';

/** Returns the icon of a webview as SVG. `stroke`: the color of its lines. */
export function iconSvg(surface: ProjectSurface, stroke: string): string {
  const shapes = surface === "task" ? taskIcon : projectPageTable[surface].icon;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="${stroke}" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;
}
