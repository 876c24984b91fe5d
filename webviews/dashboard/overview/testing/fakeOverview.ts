// A host with made-up projects in memory.
import type { OverviewContract, OverviewSnapshot, ProjectCard } from "../../../contract/dashboard.ts";
import type { Start } from "../../../contract/common.ts";
import { demoGlance, demoProject, tideAtlas } from "../../testing/demo.ts";
import { fakeProjectView, fakeToday } from "../../../shared/testing/fakeTasks.ts";
import { memoryHost } from "../../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../../shared/testing/memoryHost.ts";

export const fakeProjects: ProjectCard[] = [
  { id: "file:///harbour", name: "Harbour Map", folder: "harbour-map", isOpen: true, failure: null, project: demoProject, glance: demoGlance },
  { id: "file:///atlas", name: tideAtlas.project.name, folder: "", isOpen: true, failure: null, project: tideAtlas.project, glance: tideAtlas.glance },
  { id: "file:///new", name: "New", folder: "", isOpen: true, failure: null, project: fakeProjectView([], {}), glance: null },
  { id: "file:///pending", name: "Pending", folder: "", isOpen: true, failure: null, project: null, glance: null },
  { id: "file:///broken", name: "Broken", folder: "", isOpen: true, failure: "The files of the project could not be read.", project: null, glance: null },
  { id: "file:///code/buoys", name: "Buoys", folder: "/code/buoys", isOpen: false, failure: null, project: { ...demoProject, name: "Buoys" }, glance: demoGlance },
];

export interface FakeOverview {
  host: MemoryHost<OverviewContract>;
  /** Projects that were opened. */
  opened: string[];
  change(projects: ProjectCard[]): void;
}

export function fakeOverview({ projects = fakeProjects, locale = "en-GB", strings = {} }: Partial<Start & OverviewSnapshot> = {}): FakeOverview {
  const opened: string[] = [];
  // The host translates what it could not read.
  const translated = projects.map((project) => ({ ...project, failure: strings[project.failure ?? ""] ?? project.failure }));
  const host = memoryHost<OverviewContract>({
    ready: () => ({ projects: translated, today: fakeToday, locale, strings, readOnly: null }),
    openProject: (id) => void opened.push(id),
  });
  return { host, opened, change: (changed) => host.tell("changed", { projects: changed, today: fakeToday }) };
}
