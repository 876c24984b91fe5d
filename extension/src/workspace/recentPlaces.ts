// What the user opened last in each project. This is a state of the user: it is kept in VSCode's storage.

import type { Memento } from "vscode";
import { isText, listOf, recordOf } from "../../../webviews/contract/validate.ts";

/** Number of places of a project. */
const MAX_PLACES = 12;

/** Key of the stored places, before the project's ID. */
const KEY = "handoff.recentPlaces ";

const kinds = ["task", "session", "page", "file"] as const;

/** A task, session or page by its ID or name, or a file below `.handoff/` by its path. */
export interface RecentPlace {
  readonly kind: (typeof kinds)[number];
  readonly id: string;
  /** Title of a file; the others have theirs in the project. */
  readonly title: string;
}

export class RecentPlaces {
  readonly #memory: Pick<Memento, "get" | "update">;

  constructor(memory: Pick<Memento, "get" | "update">) {
    this.#memory = memory;
  }

  /** Returns the places, the last one first. */
  of(project: string): RecentPlace[] {
    return listOf(this.#memory.get<unknown>(KEY + project), isPlace);
  }

  add(project: string, place: RecentPlace): void {
    const others = this.of(project).filter(({ kind, id }) => kind !== place.kind || id !== place.id);
    void this.#memory.update(KEY + project, [place, ...others].slice(0, MAX_PLACES));
  }
}

function isPlace(value: unknown): value is RecentPlace {
  const { kind, id, title } = recordOf(value);
  return kinds.some((known) => known === kind) && isText(id) && isText(title);
}
