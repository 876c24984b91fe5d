// Saved views on the pages that offer them.

import type { WebviewPanel } from "vscode";
import type { SavedView, ViewPage } from "../../../webviews/contract/common.ts";
import { readShownView } from "../../../webviews/contract/savedViews.ts";
import type { Disposable } from "../support/emitter.ts";
import type { SavedViews, ViewToSave } from "./savedViews.ts";
import { manageViews, saveViewAs } from "./viewPickers.ts";

/** Returns the handlers of a page's requests. */
export function viewRequests(saved: SavedViews, page: ViewPage) {
  const viewOf = (body: unknown): ViewToSave => {
    const { filter, display } = readShownView(body);
    return { filter, displays: { [page]: display } };
  };
  return {
    saveView: (shown: unknown): Promise<void> => saveViewAs(saved, viewOf(shown)),
    manageViews: (shown: unknown): Promise<void> => manageViews(saved, viewOf(shown)),
  };
}

/** Sends the saved views whenever they change. A hidden page has no content. */
export function followViews(panel: Pick<WebviewPanel, "visible">, saved: SavedViews, send: (all: SavedView[]) => void): Disposable {
  return saved.onDidChange(() => {
    if (panel.visible) send(saved.all);
  });
}
