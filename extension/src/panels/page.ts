// The page of a webview: nothing but its bundle, under a policy that allows nothing else.

import { env, Uri, type Webview } from "vscode";

/** The pages there are. */
export const SURFACES = ["board", "gantt", "task"] as const;

export type Surface = (typeof SURFACES)[number];

/** Which panel a page is; the window gives it back when it restores the panel after a reload. */
export interface PanelIdentity {
  readonly project: string;
  readonly task?: string;
}

export const distOf = (extensionUri: Uri): Uri => Uri.joinPath(extensionUri, "dist", "webviews");

export function pageHtml(webview: Webview, extensionUri: Uri, surface: Surface, identity: PanelIdentity): string {
  const dist = distOf(extensionUri);
  const address = (name: string): string => escapeHtml(webview.asWebviewUri(Uri.joinPath(dist, name)).toString());
  const nonce = makeNonce();
  const policy = [
    "default-src 'none'",
    `img-src ${webview.cspSource} data:`,
    `font-src ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeHtml(env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Handoff</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${address("codicon.css")}">
<link rel="stylesheet" href="${address(`${surface}.css`)}">
</head>
<body data-vscode-context="${escapeHtml(menuContext(identity))}">
<main id="root"></main>
<script nonce="${nonce}">${rememberIdentity(identity)}</script>
<script nonce="${nonce}" src="${address(`${surface}.js`)}"></script>
</body>
</html>`;
}

/** What the context menus of the editor know about a right click anywhere on the page. */
function menuContext({ project, task }: PanelIdentity): string {
  return JSON.stringify({ project, ...(task !== undefined && { webviewSection: "task", taskIds: [task] }) });
}

/** Tells a page that it is another panel by now. Its surface need not know of this message. */
export function identityMessage(identity: PanelIdentity): unknown {
  return { kind: "identity", panel: identity, context: menuContext(identity) };
}

/**
 * Wraps the page's memory so that it always says which panel this is, beside what the surface keeps: the surface need not know.
 * The window hands that memory to the serializer when it restores the panel.
 */
function rememberIdentity(identity: PanelIdentity): string {
  // No text of the project may end the script element.
  const literal = JSON.stringify(identity).replaceAll("<", "\\u003c");
  return `{
  const editor = acquireVsCodeApi();
  let panel = ${literal};
  const read = () => editor.getState()?.kept;
  const write = (kept) => { editor.setState({ panel, kept }); };
  write(read());
  addEventListener("message", ({ data }) => {
    if (data?.kind !== "identity") return;
    panel = data.panel;
    document.body.dataset.vscodeContext = data.context;
    write(read());
  });
  globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => editor.postMessage(message), getState: read, setState: write });
}`;
}

/** Reads back what the page remembered. */
export function readIdentity(state: unknown): PanelIdentity | undefined {
  const panel: unknown = typeof state === "object" && state !== null && "panel" in state ? state.panel : undefined;
  if (typeof panel !== "object" || panel === null || !("project" in panel) || typeof panel.project !== "string") return undefined;
  const task = "task" in panel && typeof panel.task === "string" ? panel.task : undefined;
  return { project: panel.project, ...(task !== undefined && { task }) };
}

function makeNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
