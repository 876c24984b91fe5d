// The filters that the user has saved, stored for the workspace: they belong to the user, not to the
// project.

import type { Memento } from "vscode";
import type { Filter } from "../../../webviews/contract/generated/protocol.ts";
import type { SavedFilter } from "../../../webviews/contract/common.ts";
import { readSavedFilters } from "../../../webviews/contract/savedFilters.ts";
import { Emitter } from "../support/emitter.ts";

const KEY = "savedFilters";

export class SavedFilters {
  readonly #memory: Pick<Memento, "get" | "update">;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: Pick<Memento, "get" | "update">) {
    this.#memory = memory;
  }

  /** All filters, by name. */
  get all(): SavedFilter[] {
    return readSavedFilters(this.#memory.get<unknown>(KEY)).toSorted((a, b) => a.name.localeCompare(b.name));
  }

  find(name: string): SavedFilter | undefined {
    return this.all.find((saved) => saved.name === name);
  }

  /** Saves a filter, in place of one of the same name. */
  async save(name: string, filter: Filter): Promise<void> {
    await this.#store([...this.#except(name), { name, filter }]);
  }

  /** Renames a filter. One that has the new name already is replaced. */
  async rename(name: string, to: string): Promise<void> {
    const saved = this.find(name);
    if (saved !== undefined) await this.#store([...this.#except(name, to), { ...saved, name: to }]);
  }

  async delete(name: string): Promise<void> {
    await this.#store(this.#except(name));
  }

  #except(...names: string[]): SavedFilter[] {
    return this.all.filter(({ name }) => !names.includes(name));
  }

  async #store(all: readonly SavedFilter[]): Promise<void> {
    await this.#memory.update(KEY, readSavedFilters(all));
    this.#changed.fire();
  }
}
