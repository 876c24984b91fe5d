// In every folder of every crate, the files and folders depend on each other in one direction.
import { posix } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, text } from "./files.ts";

/** The names of a path, such as `["crate", "plan", "undo"]`. */
type Path = readonly string[];

interface Module {
  /** What `use` declarations bring into it, by their names there. */
  readonly imports: ReadonlyMap<string, Path>;
  /** All paths in its code. */
  readonly paths: readonly Path[];
}

/** The modules of a crate by their paths without `crate`. */
type Modules = Map<string, Module>;

/** By name, the siblings that a file or folder depends on, each with a reason. */
type Graph = Map<string, Map<string, string>>;

const files = new Set(projectFiles());
const key = (path: Path): string => path.join("::");

/** Returns code without comments, texts and characters, and without what only tests compile. */
function productCode(code: string): string {
  const ignored = /\/\/[^\n]*|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\u\{\w+\}|\\.|[^'\\])'/gu;
  const rest = code.replaceAll(ignored, " ");
  const start = rest.search(/#\[cfg\((?:all\()?test\b/u);
  if (start < 0) return rest;
  // An item ends with a semicolon, or with the brace that closes its first one.
  let depth = 0;
  for (let end = start; end < rest.length; end += 1) {
    if (rest[end] === "{") depth += 1;
    if (rest[end] === "}") depth -= 1;
    if (depth === 0 && /[;}]/u.test(rest[end] ?? "")) return productCode(rest.slice(0, start) + rest.slice(end + 1));
  }
  return rest.slice(0, start);
}

/** Returns the names that a `use` declaration introduces, with their paths. */
function useTree(tree: string): [name: string, path: Path][] {
  const flat = tree.replace(/([\w:]*)\{([^{}]*)\}/u, (_, prefix: string, list: string) =>
    list.split(",").flatMap((part) => (part.trim() === "" ? [] : [prefix + part.trim()])).join(","),
  );
  if (flat !== tree) return useTree(flat);
  return flat.split(",").map((use) => {
    const [path = "", alias] = use.trim().split(/\s+as\s+/u);
    const names = path.split("::").filter((name) => name !== "" && name !== "self");
    return [alias ?? names.at(-1) ?? "", names];
  });
}

/** Adds the module in a file, and the modules that it declares. */
function addModules(modules: Modules, path: Path, file: string): void {
  const code = productCode(text(file));
  const uses = /\buse\s+([^;]+);/gu;
  const imports = [...code.matchAll(uses)].flatMap(([, tree = ""]) => useTree(tree));
  const inCode = [...code.replaceAll(uses, "").matchAll(/\b\w+(?:::\w+)+/gu)].map(([found]) => found.split("::"));
  modules.set(key(path), { imports: new Map(imports), paths: [...imports.map(([, used]) => used), ...inCode] });
  for (const [, name = ""] of code.matchAll(/\bmod (\w+);/gu)) {
    const child = posix.join(posix.dirname(file), name);
    addModules(modules, [...path, name], files.has(`${child}.rs`) ? `${child}.rs` : `${child}/mod.rs`);
  }
}

function modulesOf(crate: string): Modules {
  const modules: Modules = new Map();
  const roots = ["lib", "main"].map((name) => `crates/${crate}/src/${name}.rs`);
  addModules(modules, [], roots.find((file) => files.has(file)) ?? "");
  return modules;
}

/** Returns the module that defines what a path in a module stands for, `undefined` for other crates and own items. */
function target(modules: Modules, module: Path, path: Path): Path | undefined {
  let at = module;
  for (const [index, name] of path.entries()) {
    if (name === "crate") at = [];
    else if (name === "super") at = at.slice(0, -1);
    else if (modules.has(key([...at, name]))) at = [...at, name];
    else {
      const imported = modules.get(key(at))?.imports.get(name);
      // `use serde;` names itself.
      const isOther = imported !== undefined && key(imported) !== name;
      const found = isOther ? target(modules, at, [...imported, ...path.slice(index + 1)]) : undefined;
      return found ?? (index === 0 ? undefined : at);
    }
  }
  return at;
}

/** Returns the graph of each folder. */
function siblings(modules: Modules): Map<string, Graph> {
  const folders = new Map<string, Graph>();
  for (const [name, { paths }] of modules) {
    const module = name === "" ? [] : name.split("::");
    for (const path of paths) {
      const used = target(modules, module, path) ?? [];
      const depth = module.findIndex((part, index) => part !== used[index]);
      const [from, to] = [module[depth], used[depth]];
      if (from === undefined || to === undefined) continue;
      const folder = key(module.slice(0, depth));
      const graph: Graph = folders.get(folder) ?? new Map();
      const dependencies = graph.get(from) ?? new Map<string, string>();
      folders.set(folder, graph.set(from, dependencies.set(to, `${name} uses ${key(path)}`)));
    }
  }
  return folders;
}

/** Returns the groups of names that depend on each other, each in alphabetic order. */
function circles(graph: Graph): string[][] {
  const reached = (start: string): Set<string> => {
    const names = new Set<string>();
    const visit = (name: string): void => {
      if (names.has(name)) return;
      names.add(name);
      for (const next of graph.get(name)?.keys() ?? []) visit(next);
    };
    for (const next of graph.get(start)?.keys() ?? []) visit(next);
    return names;
  };
  const all = new Map([...graph.keys()].map((name) => [name, reached(name)]));
  // Each group once, at its first name.
  const group = (name: string): string[] =>
    [...(all.get(name) ?? [])].filter((other) => all.get(other)?.has(name) === true).toSorted();
  return [...all.keys()].toSorted().filter((name) => group(name)[0] === name).map(group);
}

test("product code has no tests, comments and texts", () => {
  const [char, raw] = [`const C: char = '"';`, `r#"c"d"#`];
  const code = `use a::B; // "\n${char}\n#[cfg(test)]\nmod tests { use x::{y}; }\nfn f() { ${raw}; "\\"e" }`;
  expect(productCode(code).replaceAll(/\s+/gu, " ")).toBe("use a::B; const C: char = ; fn f() { ; }");
});

test("nested lists and other names of imports are found", () => {
  expect(useTree("crate::{a::B, c::{self, d::{E, F as G}}, h}").map(([name, path]) => `${name} ${key(path)}`)).toEqual([
    "B crate::a::B",
    "c crate::c",
    "E crate::c::d::E",
    "G crate::c::d::F",
    "h crate::h",
  ]);
});

test("paths lead to the module that defines what they name", () => {
  const modules = modulesOf("engine");
  const found = (module: string, path: string): string | undefined => {
    const at = target(modules, module.split("::"), path.split("::"));
    return at && key(at);
  };
  expect(found("read::view", "crate::Engine")).toBe("engine");
  expect(found("change::plan::undo", "crate::model::Outline")).toBe("model::tasks::outline");
  expect(found("change::plan::undo", "super::waiting::check")).toBe("change::plan::waiting");
  expect(found("change::plan::time", "files::state")).toBe("change::plan::time::files");
  // By the import of `crate::knowledge::time`.
  expect(found("change::plan::time", "time::timer_changes::apply")).toBe("knowledge::time::timer_changes");
  expect(found("change::plan::undo", "crate::change::plan::plan")).toBe("change::plan");
  expect(found("change::plan::undo", "handoff_protocol::Text")).toBeUndefined();
  expect([...modules.keys()].filter((name) => name.endsWith("tests"))).toEqual([]);
});

test("groups of names that depend on each other are found", () => {
  const used = Object.entries({ a: ["b"], b: ["c", "d"], c: ["a"], d: ["e"], f: ["g"], g: ["f"] });
  const graph = new Map(used.map(([name, others]) => [name, new Map(others.map((other) => [other, ""]))]));
  expect(circles(graph).map(key)).toEqual(["a::b::c", "f::g"]);
});

test.each(["protocol", "format", "engine", "agent", "cli", "wasm"])("no siblings in %s depend on each other", (crate) => {
  const modules = modulesOf(crate);
  const sources = [...files].filter((file) => file.startsWith(`crates/${crate}/src/`) && file.endsWith(".rs"));
  expect(modules.size).toBeGreaterThan(0.9 * sources.length);
  const found: string[] = [];
  const reasons: (string | undefined)[] = [];
  for (const [folder, graph] of siblings(modules)) {
    for (const group of circles(graph)) {
      found.push(`${crate} [${folder}] ${group.join(" ")}`);
      reasons.push(...group.flatMap((from) => group.map((to) => graph.get(from)?.get(to))));
    }
  }
  expect(found, `Because:\n${reasons.filter((reason) => reason !== undefined).join("\n")}\n`).toEqual([]);
});

test("the table of the engine's modules has each of them, after those that it uses", () => {
  const section = text("docs/architecture.md").split(/^## /mu).find((part) => part.startsWith("Modules of the engine")) ?? "";
  const rows = [...section.matchAll(/^\| `(\w+)` \| (`[^|]+`) \|/gmu)].map(([, room = "", cell = ""]) => [...cell.matchAll(/\w+/gu)].map(([name]) => `${room}::${name}`));
  const row = new Map(rows.flatMap((names, index) => names.map((name) => [name, index] as const)));
  const modules = modulesOf("engine");
  expect([...row.keys()].toSorted()).toEqual([...modules.keys()].filter((name) => /^\w+::\w+$/u.test(name)).toSorted());
  const above: string[] = [];
  const check = (from: string, to: string, reason: string, rowOf: (name: string) => number): void => {
    if (rowOf(to) > rowOf(from)) above.push(`${from} is above ${to}: ${reason}`);
  };
  const graphs = siblings(modules);
  const roomRow = (room: string): number => rows.findIndex(([name = ""]) => name.startsWith(`${room}::`));
  const rooms = new Set([...row.keys()].map((name) => name.split("::")[0] ?? ""));
  for (const room of rooms) {
    for (const [to, reason] of graphs.get("")?.get(room) ?? []) check(room, to, reason, roomRow);
    for (const [from, dependencies] of graphs.get(room) ?? []) {
      for (const [to, reason] of dependencies) check(`${room}::${from}`, `${room}::${to}`, reason, (name) => row.get(name) ?? 0);
    }
  }
  expect(above).toEqual([]);
});
