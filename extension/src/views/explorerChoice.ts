// What the person chose to see in the Task Explorer, remembered for the workspace.

import type { Memento } from "vscode";
import type { Filter, Sort } from "../../../webviews/contract/generated/protocol.ts";
import { Emitter } from "../support/emitter.ts";
import { PRIORITIES, SORTS, STATUSES } from "../support/vocabulary.ts";

const KEY = "explorerChoice";

export class ExplorerChoice {
  readonly #memory: Memento;
  readonly #changed = new Emitter<void>();
  #filter: Filter;
  #sort: Sort;

  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento) {
    this.#memory = memory;
    const kept = memory.get<unknown>(KEY);
    const record = isRecord(kept) ? kept : {};
    this.#filter = readFilter(record["filter"]);
    this.#sort = SORTS.find((sort) => sort === record["sort"]) ?? "manual";
  }

  get filter(): Filter {
    return this.#filter;
  }

  get sort(): Sort {
    return this.#sort;
  }

  get filtered(): boolean {
    return Object.keys(this.#filter).length > 0;
  }

  setFilter(filter: Filter): void {
    this.#filter = readFilter(filter);
    this.#keep();
  }

  setSort(sort: Sort): void {
    this.#sort = sort;
    this.#keep();
  }

  #keep(): void {
    void this.#memory.update(KEY, { filter: this.#filter, sort: this.#sort });
    this.#changed.fire();
  }
}

/** A filter as far as it makes sense, without the conditions that ask for nothing. */
export function readFilter(value: unknown): Filter {
  if (!isRecord(value)) return {};
  const texts = (key: string): string[] => listOf(value[key]).filter((item) => typeof item === "string");
  const statuses = STATUSES.filter((status) => listOf(value["statuses"]).includes(status));
  const priorities = [...PRIORITIES, null].filter((priority) => listOf(value["priorities"]).includes(priority));
  const [assignees, labels, milestones] = [texts("assignees"), texts("labels"), texts("milestones")];
  const text = typeof value["text"] === "string" ? value["text"].trim() : "";
  return {
    ...(statuses.length > 0 && { statuses }),
    ...(assignees.length > 0 && { assignees }),
    ...(labels.length > 0 && { labels }),
    ...(milestones.length > 0 && { milestones }),
    ...(priorities.length > 0 && { priorities }),
    ...(text !== "" && { text }),
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
