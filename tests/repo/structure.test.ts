// The files and folders of TypeScript import each other in one direction. dependencies.test.ts checks the direction of the crates,
// moduleOrder.test.ts that of the modules in each folder of a crate.
import { posix } from "node:path";
import { expect, test } from "vitest";
import { imports, projectFiles } from "./files.ts";

const files = projectFiles().filter((file) => /^(?:extension\/(?:src|test)|webviews)\//u.test(file));
const sources = files.filter((file) => /\.(?:tsx?|css)$/u.test(file) && !file.includes("/generated/"));
const isTest = (file: string): boolean => /\.test\.tsx?$|\/(?:test|testing|tests)\//u.test(file);
const product = sources.filter((file) => /\.tsx?$/u.test(file) && !isTest(file));

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the imports between these files, as a graph of the names that `nameOf` gives them. */
function importGraph(modules: readonly string[], nameOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  const known = new Set(modules);
  for (const file of modules) {
    const targets = graph.get(nameOf(file)) ?? new Set();
    graph.set(nameOf(file), targets);
    for (const imported of imports(file)) {
      const target = imported.slice(1);
      if (known.has(target) && nameOf(target) !== nameOf(file)) targets.add(nameOf(target));
    }
  }
  return graph;
}

/** Returns the first cycle as the names along it; an empty list if there is none. */
function findCycle(graph: Graph): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return [];
    path.push(name);
    for (const target of graph.get(name) ?? []) {
      const cycle = visit(target);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(name);
    return [];
  };
  for (const name of graph.keys()) {
    const cycle = visit(name);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

test("no file takes part in an import cycle", () => {
  expect(product.length).toBeGreaterThan(100);
  expect(findCycle(importGraph(product, (file) => file))).toEqual([]);
});

test("no folder takes part in an import cycle", () => {
  expect(findCycle(importGraph(product, posix.dirname))).toEqual([]);
});
