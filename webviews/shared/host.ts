// Connection to VSCode: a message channel and persisted state. The only file that uses
// `acquireVsCodeApi`.
// Invariant: incoming messages are untrusted until rpc.ts has validated them.
import type { Envelope } from "../contract/rpc.ts";

/** A message channel. */
export interface HostChannel {
  post(message: Envelope): void;
  listen(receive: (message: unknown) => void): void;
}

/** State that survives a reload. It may come from an older version, so validate it. */
interface StateStore {
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

/** Returns the host of a page in VSCode. May be called once. */
function editorHost(): Host {
  const api = acquireVsCodeApi();
  return {
    channel: {
      post: (message) => api.postMessage(message),
      listen: (receive) => window.addEventListener("message", (event: MessageEvent<unknown>) => receive(event.data)),
    },
    store: { read: () => api.getState(), write: (state) => api.setState(state) },
  };
}

/** Mounts a page in VSCode, where the document has the script of one page. Does nothing elsewhere. */
export function mountInEditor(mount: (root: HTMLElement, host: Host) => unknown): void {
  const root = document.getElementById("root");
  if (root === null || typeof acquireVsCodeApi !== "function") return;
  // The browser would load the font of the icons with the first icon, so after the first data, when a large page keeps it busy.
  // Without it, icons are empty and their names stay.
  document.fonts.load("16px codicon").catch(() => undefined);
  mount(root, editorHost());
}
