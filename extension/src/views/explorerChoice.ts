// Filter and order of the Task Explorer, stored for the workspace.

import type { Memento } from "vscode";
import type { Filter, Sort } from "../../../webviews/contract/generated/protocol.ts";
import { Emitter } from "../support/emitter.ts";
import { sorts } from "../../../webviews/contract/generated/values.ts";
import { recordOf } from "../../../webviews/contract/validate.ts";
import { readFilter } from "../../../webviews/contract/queries.ts";

const KEY = "explorerChoice";

export class ExplorerChoice {
  readonly #memory: Pick<Memento, "get" | "update">;
  readonly #changed = new Emitter<void>();
  #filter: Filter;
  #sort: Sort;

  readonly onDidChange = this.#changed.event;

  constructor(memory: Pick<Memento, "get" | "update">) {
    this.#memory = memory;
    const stored = recordOf(memory.get<unknown>(KEY));
    this.#filter = readFilter(stored["filter"]);
    this.#sort = sorts.find((sort) => sort === stored["sort"]) ?? "manual";
  }

  get filter(): Filter {
    return this.#filter;
  }

  get sort(): Sort {
    return this.#sort;
  }

  get isFiltered(): boolean {
    return Object.keys(this.#filter).length > 0;
  }

  setFilter(filter: Filter): void {
    this.#filter = readFilter(filter);
    this.#store();
  }

  setSort(sort: Sort): void {
    this.#sort = sort;
    this.#store();
  }

  #store(): void {
    void this.#memory.update(KEY, { filter: this.#filter, sort: this.#sort });
    this.#changed.fire();
  }
}
