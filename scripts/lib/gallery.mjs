// The gallery: every webview in a plain page, with the content security policy of the editor.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { pageStyles } from "./pages.mjs";
import { dist, root } from "./paths.mjs";

export const out = join(dist, "gallery");
const types = new Map([
  [".html", "text/html"],
  [".js", "text/javascript"],
  [".css", "text/css"],
  [".ttf", "font/ttf"],
]);
const rules = "default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'";

async function buildGallery() {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: "webviews/gallery/main.tsx",
      codicon: "node_modules/@vscode/codicons/dist/codicon.css",
      base: "webviews/shared/theme/base.css",
      gallery: "webviews/gallery/gallery.css",
      // A page has only its own styles, as in the editor.
      ...pageStyles,
    },
    outdir: out,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    loader: { ".ttf": "file", ".svg": "text" },
    assetNames: "[name]",
    logLevel: "error",
  });
}

/** Serves it on 127.0.0.1. @returns {Promise<{ url: string, close: () => void }>} */
export async function serveGallery() {
  await buildGallery();
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://localhost");
    const name = address.pathname.replaceAll(/[^\w.-]/gu, "") || "page.html";
    const elsewhere = new Map([
      ["page.html", "webviews/gallery/page.html"],
      ["ja.json", "extension/l10n/bundle.l10n.ja.json"],
    ]).get(name);
    const file = elsewhere === undefined ? join(out, name) : join(root, elsewhere);
    try {
      const content = readFileSync(file);
      const surface = Object.keys(pageStyles).find((one) => one === address.searchParams.get("surface")) ?? "board";
      const body = name === "page.html" ? content.toString().replace("SURFACE", surface) : content;
      const type = types.get(extname(name)) ?? "text/plain";
      response.writeHead(200, { "content-type": type, "content-security-policy": rules }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/**
 * Opens a surface and waits until it shows its content.
 * @param {import("playwright-core").Page} page @param {string} url of the gallery @param {Record<string, string>} query
 */
export async function openSurface(page, url, query) {
  await page.goto(`${url}?${new URLSearchParams({ surface: "board", ...query }).toString()}`);
  await page.locator(".board, .empty, .columns, .chart, .table-mode, .figures, .pane, .settings-sections, .entries, .dashboard, .project").first().waitFor();
  await page.evaluate("document.fonts.ready.then(() => undefined)");
}
