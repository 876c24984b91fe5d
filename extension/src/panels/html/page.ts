// The HTML page of a webview: only its bundle, under a policy that allows nothing else.

import { env, Uri, type Webview, type WebviewPanelOptions } from "vscode";
import type { ProjectSurface, Surface } from "../../../../webviews/contract/surfaces.ts";

/** Identifies a panel; VSCode passes it back when it restores the panel after a reload. */
export interface PanelIdentity {
  readonly project: string;
  readonly task?: string;
}

/** VSCode searches a page that leaves Ctrl+F to it. */
export const PANEL_OPTIONS: WebviewPanelOptions = { enableFindWidget: true };

export const distOf = (extensionUri: Uri): Uri => Uri.joinPath(extensionUri, "dist", "webviews");

/** Returns the icon of a panel; the overview has that of the dashboard. */
export function iconOf(extensionUri: Uri, surface: ProjectSurface): { light: Uri; dark: Uri } {
  const icon = (theme: string): Uri => Uri.joinPath(extensionUri, "dist", "icons", `${surface}-${theme}.svg`);
  return { light: icon("light"), dark: icon("dark") };
}

export function pageHtml(webview: Pick<Webview, "asWebviewUri" | "cspSource">, extensionUri: Uri, surface: Surface, identity: PanelIdentity): string {
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

/** Context for VSCode's context menus, for a right click anywhere on the page. */
function menuContext({ project, task }: PanelIdentity): string {
  return JSON.stringify({ project, ...(task !== undefined && { webviewSection: "task", taskIds: [task] }) });
}

/** Tells a page that its panel now has another identity. The surface does not see this message. */
export function identityMessage(identity: PanelIdentity): unknown {
  return { kind: "identity", panel: identity, context: menuContext(identity) };
}

/**
 * Wraps the page's state so that it always contains the panel's identity. The surface does not see
 * it. VSCode passes the state to the serializer when it restores the panel.
 */
function rememberIdentity(identity: PanelIdentity): string {
  // Text of the project must not end the script element.
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

/** Reads the identity from a page's state. */
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
