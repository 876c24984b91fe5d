// Saved filters on the pages that offer them.

import type { WebviewPanel } from "vscode";
import { readFilter } from "../../../webviews/contract/queries.ts";
import type { SavedFilter } from "../../../webviews/contract/common.ts";
import type { Disposable } from "../support/emitter.ts";
import { manageFilters, saveFilterAs } from "./filterPickers.ts";
import type { SavedFilters } from "./savedFilters.ts";

/** Returns the handlers of a page's requests. */
export function filterRequests(saved: SavedFilters) {
  return {
    saveFilter: (filter: unknown): Promise<void> => saveFilterAs(saved, readFilter(filter)),
    manageFilters: (filter: unknown): Promise<void> => manageFilters(saved, readFilter(filter)),
  };
}

/** Sends the saved filters whenever they change. A hidden page has no content. */
export function followFilters(panel: Pick<WebviewPanel, "visible">, saved: SavedFilters, send: (all: SavedFilter[]) => void): Disposable {
  return saved.onDidChange(() => {
    if (panel.visible) send(saved.all);
  });
}
