// Writes the notes of a release to `dist/release-notes.md`, if its tag, the version and the CHANGELOG agree:
//   npm run release:notes -- v1.2.3
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dist, root } from "./lib/paths.mjs";
import { Failure } from "./lib/process.mjs";
import { main } from "./lib/steps.mjs";

/**
 * Returns the section of the CHANGELOG for a tag, without its heading. Its links lead to the files of that tag.
 * @param {string} tag
 * @param {{ version: string, repository: { url: string } }} manifest
 * @param {string} changelog
 */
export function releaseNotes(tag, { version, repository }, changelog) {
  if (tag !== `v${version}`) throw new Failure(`The tag ${tag} does not name the version of the sources: expected v${version}.`);
  const [, ...sections] = changelog.split(/^## /mu);
  const section = sections.find((text) => text.startsWith(`${version} - `)) ?? "";
  const [heading = "", ...lines] = section.split("\n");
  if (!/ - \d{4}-\d{2}-\d{2}$/u.test(heading)) throw new Failure(`CHANGELOG.md has no heading "## ${version} - YYYY-MM-DD".`);
  return `${lines.join("\n").trim().replaceAll(/\]\((?!https:)/gu, `](${repository.url}/blob/${tag}/`)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(async () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const notes = releaseNotes(process.argv[2] ?? "", manifest, readFileSync(join(root, "CHANGELOG.md"), "utf8"));
    mkdirSync(dist, { recursive: true });
    writeFileSync(join(dist, "release-notes.md"), notes);
  });
}
