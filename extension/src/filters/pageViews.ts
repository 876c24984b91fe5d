// Saved views on the pages that offer them.

import type { WebviewPanel } from "vscode";
import type { ViewPage } from "../../../webviews/contract/common.ts";
import type { SavedView } from "../../../webviews/contract/generated/protocol.ts";
import { readShownView } from "../../../webviews/contract/savedViews.ts";
import type { Disposable } from "../support/emitter.ts";
import type { SavedViews, ViewToSave } from "./savedViews.ts";
import { manageViews, saveViewAs } from "./viewPickers.ts";
import type { ViewStore } from "./viewStores.ts";

/** Returns the handlers of a page's requests. */
export function viewRequests(stores: () => readonly ViewStore[], page: ViewPage) {
  const viewOf = (body: unknown): ViewToSave => {
    const { filter, display } = readShownView(body);
    return { filter, displays: { [page]: display } };
  };
  return {
    saveView: (shown: unknown): Promise<void> => saveViewAs(stores(), viewOf(shown)),
    manageViews: (shown: unknown): Promise<void> => manageViews(stores(), viewOf(shown)),
  };
}

/** Sends the views of this person whenever they change; those of the project are in its snapshots. A hidden page has no content. */
export function followViews(panel: Pick<WebviewPanel, "visible">, saved: SavedViews, send: (all: SavedView[]) => void): Disposable {
  return saved.onDidChange(() => {
    if (panel.visible) send(saved.all);
  });
}
