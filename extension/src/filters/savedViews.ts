// The views that the user has saved only for this person, stored for the workspace. Those of a project
// are in its files.

import type { Memento } from "vscode";
import type { SavedView } from "../../../webviews/contract/generated/protocol.ts";
import { readSavedViews } from "../../../webviews/contract/savedViews.ts";
import { Emitter } from "../support/emitter.ts";

/** Named for what the first versions stored: filters alone. */
const KEY = "savedFilters";

/** A view without its name. What a page displays is only in it if it was saved there. */
export type ViewToSave = Omit<SavedView, "name">;

export class SavedViews {
  readonly #memory: Pick<Memento, "get" | "update">;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: Pick<Memento, "get" | "update">) {
    this.#memory = memory;
  }

  /** All views, by name. */
  get all(): SavedView[] {
    return readSavedViews(this.#memory.get<unknown>(KEY)).toSorted((a, b) => a.name.localeCompare(b.name));
  }

  find(name: string): SavedView | undefined {
    return this.all.find((saved) => saved.name === name);
  }

  /** Saves a view, in place of one of the same name, from which it keeps what other pages display. */
  async save(name: string, { filter, displays }: ViewToSave): Promise<void> {
    const all = { ...this.find(name)?.displays, ...displays };
    await this.#store([...this.#except(name), { name, filter, displays: all }]);
  }

  /** Renames a view. One that has the new name already is replaced. */
  async rename(name: string, to: string): Promise<void> {
    const saved = this.find(name);
    if (saved !== undefined) await this.#store([...this.#except(name, to), { ...saved, name: to }]);
  }

  async delete(name: string): Promise<void> {
    await this.#store(this.#except(name));
  }

  #except(...names: string[]): SavedView[] {
    return this.all.filter(({ name }) => !names.includes(name));
  }

  async #store(all: readonly SavedView[]): Promise<void> {
    await this.#memory.update(KEY, readSavedViews(all));
    this.#changed.fire();
  }
}
