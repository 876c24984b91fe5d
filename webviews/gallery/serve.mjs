// Builds the gallery and serves it on 127.0.0.1 under the content rules that surfaces have in the editor.
//   node webviews/gallery/serve.mjs [port]      prints the address; ends with Ctrl+C
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const out = join(root, "dist", "gallery");
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };
const rules = "default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'";

/** Answers its address and how to end it. */
export async function serveGallery(port = 0) {
  await build({
    absWorkingDir: root,
    entryPoints: { main: "webviews/gallery/main.tsx", codicon: "node_modules/@vscode/codicons/dist/codicon.css" },
    outdir: out,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".ttf": "file" },
    assetNames: "[name]",
    logLevel: "error",
  });
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? "/", "http://localhost").pathname.slice(1) || "page.html";
    const file = name === "page.html" ? join(here, name) : join(out, name.replaceAll(/[^\w.-]/gu, ""));
    try {
      const body = await readFile(file);
      response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain", "content-security-policy": rules });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { url } = await serveGallery(Number(process.argv[2] ?? 0));
  process.stdout.write(`${url}?surface=board&theme=dark\n`);
}
