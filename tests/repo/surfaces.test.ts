// Checks that docs/surfaces.md names every command, setting, color, key and problem of the extension, and that the
// links between documents lead to files and headings.
import { posix } from "node:path";
import GithubSlugger from "github-slugger";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/paths.mjs";
import { projectSurfaces } from "../../webviews/contract/surfaces.ts";
import { projectFiles, text } from "./files.ts";

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
    readonly configuration: Configuration | readonly Configuration[];
    readonly colors: readonly { readonly id: string }[];
    readonly keybindings: readonly { readonly key: string; readonly mac?: string }[];
    readonly views: Readonly<Record<string, readonly { readonly name: string }[]>>;
  };
}

interface Configuration {
  readonly properties: Readonly<Record<string, unknown>>;
}

const page = text("docs/surfaces.md");
const { contributes } = JSON.parse(text("package.json")) as Manifest;
const names = JSON.parse(text("package.nls.json")) as Readonly<Record<string, string>>;
const nameOf = (placeholder: string): string => names[placeholder.slice(1, -1)] ?? "";
const files = projectFiles();

/** Returns the part of the page below a heading. */
function section(heading: string): string {
  const [, part = ""] = page.split(`\n## ${heading}\n`);
  return part.split(/\n## /u)[0] ?? "";
}

/** Returns the first cells of the tables in a text. */
function firstCells(part: string): string[] {
  return [...part.matchAll(/^\| (.+?) \|/gmu)].map(([, cell = ""]) => cell);
}

test("the page names every command that a person can run", () => {
  const inMenus = Object.entries(contributes.menus).filter(([menu]) => menu !== "commandPalette");
  const offered = new Set(inMenus.flatMap(([, entries]) => entries.map(({ command }) => command)));
  const hidden = new Set((contributes.menus["commandPalette"] ?? []).filter(({ when }) => when === "false").map(({ command }) => command));
  const runnable = contributes.commands.filter(({ command }) => offered.has(command) || !hidden.has(command));
  expect(runnable.length).toBeGreaterThan(50);
  const titles = runnable.map(({ title }) => nameOf(title));
  expect(titles.filter((title) => !section("Commands").includes(`*${title}*`))).toEqual([]);
});

test("the page names every setting and color, and no other", () => {
  const settings = [contributes.configuration].flat().flatMap(({ properties }) => Object.keys(properties));
  const known = [...settings, ...contributes.colors.map(({ id }) => id)];
  const named = [...section("Settings").matchAll(/`(handoff\.[\w.]+)`/gu)].map(([, name = ""]) => name);
  expect(named.toSorted()).toEqual(known.toSorted());
});

test("the page names every view of the side bar", () => {
  const views = Object.values(contributes.views).flat().map(({ name }) => nameOf(name));
  expect(views.filter((view) => !page.includes(`*${view}*`))).toEqual([]);
});

/** Writes a key of the manifest as people read it: `ctrl+shift+z` as `Ctrl+Shift+Z`. */
function shownKey(key: string): string {
  return key.replaceAll(/\w+/gu, (part) => part[0]?.toUpperCase() + part.slice(1));
}

test("the page has every key of the manifest", () => {
  const parts = ["Task tree", "Packages"].map(section).join("\n");
  const keys = contributes.keybindings.map(({ key }) => shownKey(key));
  expect(keys.filter((key) => !parts.includes(key))).toEqual([]);
});

type Help = () => readonly (readonly [how: string, what: string])[];
const helps = files.filter((file) => /^webviews\/.*\.ts$/u.test(file) && text(file).includes("export function gestures("));

/** The headings that are not the name of the page's folder. */
const pageHeadings: Readonly<Record<string, string>> = { gantt: "Gantt chart", sessions: "Sessions and the register", settings: "Project settings", task: "Task page" };
const headingOf = (surface: string): string => pageHeadings[surface] ?? `${surface.slice(0, 1).toUpperCase()}${surface.slice(1)}`;
const surfaceOf = (file: string): string => file.split("/")[1] ?? "";

test.each(helps)("its section has a row for every line of the help in %s", async (file) => {
  const { gestures } = (await import(posix.join(root, file))) as { gestures: Help };
  const rows = firstCells(section(headingOf(surfaceOf(file))));
  expect(gestures().map(([how]) => how).filter((how) => !rows.includes(how))).toEqual([]);
});

test("every page of a project has help on its keys", () => {
  expect(helps.map(surfaceOf).toSorted()).toEqual(projectSurfaces.toSorted());
});

test("the page explains every problem, and no other", () => {
  const type = /export type ProblemCode = ([^;]+);/u.exec(text("webviews/contract/generated/protocol.ts"))?.[1] ?? "";
  const codes = [...type.matchAll(/"([a-z-]+)"/gu)].map(([, code = ""]) => code);
  expect(codes.length).toBeGreaterThan(20);
  const explained = firstCells(section("Problems")).flatMap((cell) => /^`([a-z-]+)`$/u.exec(cell)?.[1] ?? []);
  expect(explained.toSorted()).toEqual(codes.toSorted());
});

/** Returns the anchors of the headings of a document, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const withoutCode = text(file).replaceAll(/^```[\s\S]*?^```/gmu, "");
  const headings = [...withoutCode.matchAll(/^#+ (.+)$/gmu)].map(([, heading = ""]) => heading);
  const slugger = new GithubSlugger();
  return new Set(headings.map((heading) => slugger.slug(heading)));
}

const documents = files.filter((file) => /^(?:docs\/.*|[A-Z]+)\.md$/u.test(file));

test.each(documents)("the links of %s lead to files and headings", (file) => {
  const withoutCode = text(file).replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gmu, "");
  const targets = [...withoutCode.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target = ""]) => target).filter((target) => !/^[a-z]+:/u.test(target));
  const broken = targets.filter((target) => {
    const [path = "", anchor] = target.split("#");
    const other = path === "" ? file : posix.join(posix.dirname(file), path);
    if (!files.includes(other)) return true;
    return anchor !== undefined && !anchorsOf(other).has(anchor);
  });
  expect(broken).toEqual([]);
});

test("the extension links only to headings that exist", () => {
  const code = files.filter((file) => /^(?:extension\/src|webviews)\/.*\.tsx?$/u.test(file)).map(text).join("\n");
  const links = [...code.matchAll(/\b(docs\/[\w/-]+\.md)#([\w-]+)/gu)].map(([, file = "", anchor = ""]) => [file, anchor] as const);
  expect(links.filter(([file, anchor]) => !anchorsOf(file).has(anchor))).toEqual([]);
});
