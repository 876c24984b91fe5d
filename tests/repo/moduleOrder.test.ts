// The top-level modules of each crate depend on each other in one direction. Cycles that exist are listed, to be removed; a new one fails.
import { expect, test } from "vitest";
import { projectFiles, text } from "./files.ts";

const files = projectFiles();

/** The cycles of each crate: the modules that depend on each other, in alphabetic order. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  format: [],
  engine: [],
  agent: [],
  cli: [],
};

/** The part of a file that is not its tests, without comments and texts. */
const codeOf = (file: string): string =>
  (text(file).split(/^#\[cfg\(test\)\]/mu)[0] ?? "").replaceAll(/\/\/[^\n]*|"(?:\\.|[^"\\])*"/gu, '""');

/** Returns the first names below `crate::`, also of lists such as `crate::{a::B, c}`. */
function usedNames(code: string): string[] {
  const names = [...code.matchAll(/\bcrate::(\w+)/gu)].map(([, name = ""]) => name);
  for (const { index, 0: start } of code.matchAll(/\bcrate::\{/gu)) {
    let depth = 1;
    let first = "";
    for (const character of code.slice(index + start.length)) {
      if (character === "{") depth += 1;
      if (character === "}") depth -= 1;
      if (depth === 1) first += character;
      if (depth === 0) break;
    }
    names.push(...[...first.matchAll(/(?:^|,)\s*(\w+)/gu)].map(([, name = ""]) => name));
  }
  return names;
}

/** Returns the names that the root of a crate re-exports, each with its module. */
function reexports(root: string): Map<string, string> {
  const code = codeOf(root);
  const found = new Map<string, string>();
  for (const [, module = "", rest = ""] of code.matchAll(/\bpub(?:\(crate\))? use (?:crate::|self::)?(\w+)::([^;]+);/gu))
    for (const [, name = "", alias = name] of rest.matchAll(/(\w+)(?:\s+as\s+(\w+))?\s*(?=[,}]|$)/gu)) found.set(alias, module);
  return found;
}

function modulesOf(crate: string): Map<string, Set<string>> {
  const root = `crates/${crate}/src/`;
  const own = files.filter((file) => file.startsWith(root) && file.endsWith(".rs") && !/\/tests?\.rs$|\/tests\//u.test(file));
  const isRoot = (file: string) => /^(?:lib|main)\.rs$/u.test(file.slice(root.length));
  const aliases = new Map(own.filter(isRoot).flatMap((file) => [...reexports(file)]));
  const modules = new Map<string, Set<string>>();
  for (const file of own.filter((one) => !isRoot(one))) {
    const name = file.slice(root.length).split(/[/.]/u)[0] ?? "";
    const used = modules.get(name) ?? new Set();
    for (const other of usedNames(codeOf(file))) used.add(aliases.get(other) ?? other);
    modules.set(name, used);
  }
  return modules;
}

/** Returns the names of the modules that depend on each other, each group as one text. */
function cycles(modules: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = new Map<string, Set<string>>();
  for (const start of modules.keys()) {
    const seen = new Set<string>();
    const open = [start];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const found = [...(modules.get(name) ?? [])].filter((next) => next !== start && modules.has(next) && !seen.has(next));
      for (const next of found) seen.add(next);
      open.push(...found);
    }
    reached.set(start, seen);
  }
  const groups = [...reached].map(([name, seen]) => [name, ...seen].filter((other) => other === name || reached.get(other)?.has(name) === true));
  return [...new Set(groups.filter(({ length }) => length > 1).map((group) => group.toSorted().join(" ")))].toSorted();
}

test("names of lists and re-exports are found", () => {
  expect(usedNames("use crate::{a::B, c::{d, E}, F};\ncrate::g::h()").toSorted()).toEqual(["F", "a", "c", "g"]);
  expect(reexports("crates/engine/src/lib.rs").get("Engine")).toBe("engine");
});

test.each(Object.entries(KNOWN))("the modules of %s have no cycles but the known ones", (crate, known) => {
  const modules = modulesOf(crate);
  expect(modules.size).toBeGreaterThan(3);
  expect(cycles(modules)).toEqual(known);
});
