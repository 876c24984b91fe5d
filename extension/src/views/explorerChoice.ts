// Filter and order of the Task Explorer, stored for the workspace.

import type { Memento } from "vscode";
import type { Filter, Sort } from "../../../webviews/contract/generated/protocol.ts";
import { isTerminal } from "../../../webviews/contract/statuses.ts";
import { Emitter } from "../support/emitter.ts";
import { sorts, statuses } from "../../../webviews/contract/generated/values.ts";
import { recordOf } from "../../../webviews/contract/validate.ts";
import { readFilter } from "../../../webviews/contract/queries.ts";

const KEY = "explorerChoice";
const openStatuses = statuses.filter((status) => !isTerminal(status));

export class ExplorerChoice {
  readonly #memory: Pick<Memento, "get" | "update">;
  readonly #changed = new Emitter<void>();
  #filter: Filter;
  #sort: Sort;
  #isOpenOnly: boolean;

  readonly onDidChange = this.#changed.event;

  constructor(memory: Pick<Memento, "get" | "update">) {
    this.#memory = memory;
    const stored = recordOf(memory.get<unknown>(KEY));
    this.#filter = readFilter(stored["filter"]);
    this.#sort = sorts.find((sort) => sort === stored["sort"]) ?? "manual";
    this.#isOpenOnly = stored["openOnly"] === true;
  }

  get filter(): Filter {
    return this.#filter;
  }

  /** Whether finished tasks are hidden, unless the filter names statuses. */
  get isOpenOnly(): boolean {
    return this.#isOpenOnly;
  }

  /** The tasks to show: the filter, and open ones only if that is chosen. */
  get shown(): Filter {
    return this.#isOpenOnly ? { statuses: openStatuses, ...this.#filter } : this.#filter;
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

  setOpenOnly(isOpenOnly: boolean): void {
    this.#isOpenOnly = isOpenOnly;
    this.#store();
  }

  #store(): void {
    void this.#memory.update(KEY, { filter: this.#filter, sort: this.#sort, openOnly: this.#isOpenOnly });
    this.#changed.fire();
  }
}
