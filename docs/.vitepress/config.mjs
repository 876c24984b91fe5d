// The site of the documentation: `npm run site` writes it to `dist/site`. The pages are the Markdown files of `docs/`, as GitHub shows them.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { slug } from "github-slugger";
import { defineConfig } from "vitepress";
import { dist, root } from "../../scripts/lib/paths.mjs";

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), "utf8");

/** @type {{ repository: { url: string } }} */
const { repository } = JSON.parse(read("package.json"));
const name = new URL(repository.url).pathname.split("/").at(-1);
const icon = `data:image/svg+xml,${encodeURIComponent(read("docs/pictures/icon.svg"))}`;

/** Gives tables more room than the theme does, and wraps long commands and messages where there is room for their columns. */
const style = `
.VPDoc.has-aside .content-container { max-width: 860px !important; }
.vp-doc :is(th, td) { padding: 6px 12px; vertical-align: top; }
@media (min-width: 640px) { .vp-doc :is(.language-sh, .language-text) code { width: auto; white-space: pre-wrap; } }
`;

/** The pages by group, in the order of the navigation. */
const groups = {
  "First steps": ["start", "tutorial", "setup", "troubleshooting", "faq", "comparison"],
  "In VSCode": ["surfaces", "steering", "planning", "metrics", "time", "exports"],
  "Agents and the command": ["agents", "handoff-mcp-tests", "command", "handover", "packages"],
  "Files and code": ["format", "architecture", "vocabulary", "benchmarks"],
};

/** The page at the root of the site. */
const first = "start.md";

/** Returns the heading of a page. @param {string} page */
const title = (page) => /^# (.+)$/mu.exec(read(`docs/${page}.md`))?.[1]?.replaceAll("`", "") ?? page;

/**
 * Returns the address of a link on the site: files outside of `docs/` are on GitHub.
 * @param {string} href
 */
function onSite(href) {
  if (/^(?:[a-z]+:|#)/u.test(href)) return href;
  const path = posix.join("docs", href);
  if (!path.startsWith("docs/")) return `${repository.url}/blob/main/${path}`;
  return href.replace(first, "index.md");
}

export default defineConfig({
  title: "Handoff",
  description: "Your agent's task list and memory, kept in the project",
  base: `/${name}/`,
  outDir: join(dist, "site"),
  cacheDir: join(root, ".tools", "vitepress"),
  rewrites: { [first]: "index.md" },
  head: [
    ["link", { rel: "icon", href: icon }],
    ["style", {}, style],
  ],
  markdown: {
    anchor: { slugify: (text) => slug(text) },
    config: (md) => {
      md.core.ruler.push("handoff", ({ tokens }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.attrGet("href");
          if (href !== null) token.attrSet("href", onSite(href));
          // Vue would evaluate `{{ … }}`.
          if (token.type === "code_inline") token.attrSet("v-pre", "");
        }
      });
    },
  },
  themeConfig: {
    logo: { src: icon, alt: "" },
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: Object.entries(groups).map(([text, pages]) => ({
      text,
      items: pages.map((page) => ({ text: title(page), link: page === "start" ? "/" : `/${page}` })),
    })),
    socialLinks: [{ icon: "github", link: repository.url }],
    editLink: { pattern: `${repository.url}/edit/main/docs/:path`, text: "Edit this page on GitHub" },
  },
});
