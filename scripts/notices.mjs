// Writes `dist/NOTICES.txt`: the licences of all third-party code in the bundles and the engine.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dist, root } from "./lib/paths.mjs";
import { Failure, run } from "./lib/process.mjs";

/** @typedef {{ name: string, version: string, licence: string, folder: string }} Part */

/** Returns the packages with files in a bundle. @param {string[]} inputs @returns {Part[]} */
function packages(inputs) {
  const names = inputs.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(file)?.[1] ?? []);
  return [...new Set(names)].map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name, version, licence: license, folder };
  });
}

/** The crates whose modules are in the package, with their targets. */
const modules = { "handoff-wasm": "wasm32-unknown-unknown", "handoff-cli": "wasm32-wasip1" };

/**
 * Returns the crates that are compiled into a module, without those that only run at compile time.
 * @param {string} crate @param {string} target @returns {Promise<Part[]>}
 */
async function crates(crate, target) {
  const args = ["metadata", "--format-version", "1", "--filter-platform", target];
  const metadata = JSON.parse(await run("cargo", args, { onlyOutput: true }));
  /** @type {Map<string, any>} */
  const byId = new Map(metadata.packages.map((/** @type {any} */ one) => [one.id, one]));
  /** @type {Map<string, any>} */
  const nodes = new Map(metadata.resolve.nodes.map((/** @type {any} */ node) => [node.id, node]));
  const seen = new Set();
  const visit = (/** @type {string} */ id) => {
    const inside = !byId.get(id).targets.some((/** @type {any} */ { kind }) => kind.includes("proc-macro"));
    if (seen.has(id) || !inside) return;
    seen.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some((/** @type {any} */ { kind }) => kind === null)) visit(pkg);
    }
  };
  visit(metadata.packages.find((/** @type {any} */ { name }) => name === crate).id);
  return [...seen]
    .map((id) => byId.get(id))
    .filter(({ source }) => source !== null)
    .map(({ name, version, license, manifest_path }) => ({
      name,
      version,
      licence: license,
      folder: dirname(manifest_path),
    }));
}

/** Returns the text of a licence. If there is a choice, it is the MIT licence. @param {Part} part */
function licenceText({ folder }) {
  const files = readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|unlicense)/iu.test(name))
    .toSorted();
  const file = files.find((name) => /mit/iu.test(name)) ?? files[0];
  return file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
}

const accepted = /\b(?:MIT|Apache-2\.0|BSD-[23]-Clause|ISC|CC-BY-4\.0|Zlib|Unicode-3\.0)\b/u;

/** @param {string[]} inputs the files in the bundles, with the names from esbuild */
export async function writeNotices(inputs) {
  const compiled = await Promise.all(Object.entries(modules).map(([crate, target]) => crates(crate, target)));
  const unique = new Map([...packages(inputs), ...compiled.flat()].map((part) => [`${part.name} ${part.version}`, part]));
  const parts = [...unique.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const refused = parts.filter(({ licence }) => !accepted.test(licence));
  if (refused.length > 0)
    throw new Failure(
      `Their licences are not accepted: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(", ")}`,
    );
  const texts = parts.map((part) => `${part.name} ${part.version} (${part.licence})\n\n${licenceText(part)}\n`);
  const line = `\n${"-".repeat(80)}\n\n`;
  writeFileSync(
    join(dist, "NOTICES.txt"),
    ["Handoff contains parts of the following projects.\n", ...texts].join(line),
  );
}
