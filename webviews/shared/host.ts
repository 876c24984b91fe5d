// The seam to the editor: a line for messages and a place to keep intent. The only file that knows `acquireVsCodeApi`.
// Invariant: what comes in through a line is untrusted until rpc.ts has looked at it.
import type { Envelope } from "../contract/rpc.ts";

/** Where messages go and come from. */
export interface HostChannel {
  post(message: Envelope): void;
  listen(receive: (message: unknown) => void): void;
}

/** What survives a reload of the window. Whatever is read back may be of an older version: check it. */
export interface StateStore {
  read(): unknown;
  write(state: unknown): void;
}

export interface Host {
  channel: HostChannel;
  store: StateStore;
}

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The editor that shows this page. May be called once. */
export function editorHost(): Host {
  const api = acquireVsCodeApi();
  return {
    channel: {
      post: (message) => api.postMessage(message),
      listen: (receive) => window.addEventListener("message", (event: MessageEvent<unknown>) => receive(event.data)),
    },
    store: { read: () => api.getState(), write: (state) => api.setState(state) },
  };
}
