// The webviews of the extension. The name of each is also that of its folder, its bundle, its icon
// and its view type.

/** The pages about a whole project, in the order in which a page offers them. */
export const projectPages = ["dashboard", "board", "gantt", "metrics", "time", "sessions", "library", "settings"] as const;
export type ProjectPage = (typeof projectPages)[number];

/** What a page leads to: the tree in the side bar, and the pages. */
export const pages = ["tree", ...projectPages] as const;
export type Page = (typeof pages)[number];

/** The webviews of one project. */
export const projectSurfaces = [...projectPages, "task"] as const;
export type ProjectSurface = (typeof projectSurfaces)[number];

/** All webviews; the overview is of several projects. */
export const surfaces = [...projectSurfaces, "overview"] as const;
export type Surface = (typeof surfaces)[number];
