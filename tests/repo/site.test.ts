// Builds the site of the documentation, and checks its navigation and each link: between pages, to headings, and to files of the repository.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/lib/paths.mjs";
import { projectFiles, text } from "./files.ts";

const { repository } = JSON.parse(text("package.json")) as { readonly repository: { readonly url: string } };
const base = `/${new URL(repository.url).pathname.split("/").at(-1)}/`;
const files = new Set(projectFiles());
const site = mkdtempSync(join(tmpdir(), "handoff-site-"));
afterAll(() => rmSync(site, { recursive: true }));

/** The pages by their path in the site. */
const pages = new Map<string, string>();
const built = new Set<string>();

beforeAll(() => {
  const vitepress = join(root, "node_modules", "vitepress", "bin", "vitepress.js");
  execFileSync(process.execPath, [vitepress, "build", "docs", "--outDir", site], { cwd: root, stdio: "pipe" });
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
    const path = posix.join(entry.parentPath.slice(site.length + 1).replaceAll("\\", "/"), entry.name);
    built.add(path);
    if (path.endsWith(".html")) pages.set(path, readFileSync(join(site, path), "utf8"));
  }
});

function attributes(html: string, ...names: string[]): string[] {
  return [...html.matchAll(new RegExp(`\\s(?:${names.join("|")})="([^"]*)"`, "gu"))].map(([, value = ""]) => value);
}

/** Returns whether an address on a page leads to something. Other sites are not asked. */
function leadsSomewhere(address: string, page: string): boolean {
  const inRepository = new RegExp(`^${repository.url}/(?:blob|edit)/main/(.+)$`, "u").exec(address)?.[1];
  if (inRepository !== undefined) return files.has(inRepository.split("#")[0] ?? "");
  if (/^(?:[a-z]+:|$)/u.test(address)) return true;
  const { pathname, hash } = new URL(address, `https://site${base}${page}`);
  if (!pathname.startsWith(base)) return false;
  const target = pathname.slice(base.length).replace(/^$/u, "index.html");
  const anchor = decodeURIComponent(hash.slice(1));
  return anchor === "" ? built.has(target) : attributes(pages.get(target) ?? "", "id").includes(anchor);
}

test("each link and picture leads to a page, a heading or a file", () => {
  const links = [...pages].flatMap(([page, html]) => attributes(html, "href", "src").map((address) => ({ page, address })));
  expect(links.length).toBeGreaterThan(500);
  expect(links.filter(({ page, address }) => !leadsSomewhere(address, page))).toEqual([]);
});

test("the navigation has every page", () => {
  const linked = attributes(pages.get("index.html") ?? "", "href");
  const paths = [...files].flatMap((file) => /^docs\/([^/]+)\.md$/u.exec(file)?.[1] ?? []).filter((name) => name !== "start");
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((name) => !linked.includes(`${base}${name}.html`))).toEqual([]);
});

test("a page loads nothing from another site", () => {
  const loaded = [...pages.values()].flatMap((html) => [...html.matchAll(/<(?:script|link|img)\b[^>]*\s(?:src|href)="([^"]*)"/gu)].map(([, address = ""]) => address));
  expect(loaded.length).toBeGreaterThan(100);
  expect(loaded.filter((address) => /^(?:https?:)?\/\//u.test(address))).toEqual([]);
});
