import { until } from "./until.ts";

/** The files of a project, on disk or in memory, by their paths in it. */
export interface ProjectFiles {
  read(name: string): string;
  /** Writes a file like another program. */
  write(name: string, text: string): void;
  exists(name: string): boolean;
  remove(name: string): void;
  /** Returns the paths of the files below a folder, without the temporary files of writers. */
  filesBelow(name: string): string[];
  /** Returns the paths of all files and folders below a folder. */
  namesBelow(name: string): string[];
}

/** Waits until a file exists with the expected text. */
export function fileBecomes(project: ProjectFiles, name: string, wanted: (text: string) => boolean): Promise<string> {
  return until(`${name} to become as wanted`, () => {
    const text = project.exists(name) ? project.read(name) : undefined;
    return text !== undefined && wanted(text) ? text : undefined;
  });
}
