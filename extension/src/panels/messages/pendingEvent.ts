// An event for a page that may not listen yet.

import type { Disposable, WebviewPanel } from "vscode";

/** Sends a page the last of some events as soon as it listens. */
export interface PendingEvent<Body> extends Disposable {
  send(body: Body): void;
  /** To be called while the page is answered its first request: it listens after the answer. */
  onReady(): void;
}

export function pendingEvent<Body>(panel: Pick<WebviewPanel, "visible" | "onDidChangeViewState">, emit: (body: Body) => void): PendingEvent<Body> {
  let isListening = false;
  let pending: { body: Body } | undefined;
  const flush = (): void => {
    if (!isListening || pending === undefined) return;
    const { body } = pending;
    pending = undefined;
    emit(body);
  };
  const listening = panel.onDidChangeViewState(() => {
    // VSCode destroys a hidden page and creates it again when it is shown.
    if (!panel.visible) isListening = false;
  });
  return {
    send: (body) => {
      pending = { body };
      flush();
    },
    onReady: () => {
      isListening = panel.visible;
      // Events before the answer would be dropped.
      setTimeout(flush);
    },
    dispose: () => void listening.dispose(),
  };
}
