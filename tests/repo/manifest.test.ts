// Checks that manifest and code agree: commands, views, settings, context keys and texts.
import { matchesGlob } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { statuses } from "../../webviews/contract/generated/values.ts";
import { surfaces } from "../../webviews/contract/surfaces.ts";
import { projectFiles, text } from "./files.ts";

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly main: string;
  readonly browser: string;
  readonly activationEvents: readonly string[];
  readonly l10n?: string;
  readonly repository: { readonly url: string };
  readonly bugs: { readonly url: string };
  readonly homepage: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly contributes?: {
    readonly commands?: readonly { readonly command: string }[];
    readonly views?: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsContainers?: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly configuration?: Configuration | readonly Configuration[];
    readonly menus?: Readonly<Record<string, readonly { readonly command?: string; readonly submenu?: string; readonly when?: string }[]>>;
    readonly submenus?: readonly { readonly id: string }[];
    readonly keybindings?: readonly { readonly command: string }[];
    readonly walkthroughs?: readonly { readonly id: string; readonly steps: readonly WalkthroughStep[] }[];
    readonly colors?: readonly { readonly id: string }[];
    readonly languageModelTools?: readonly { readonly name: string; readonly modelDescription: string; readonly inputSchema: object }[];
    readonly chatSkills?: readonly { readonly path: string; readonly when: string }[];
    readonly chatPlugins?: readonly { readonly path: string }[];
    readonly mcpServerDefinitionProviders?: readonly { readonly id: string }[];
    readonly jsonValidation?: readonly { readonly fileMatch: string; readonly url: string }[];
  };
}

interface WalkthroughStep {
  readonly id: string;
  /** Key of the translation. */
  readonly description: string;
  readonly media: { readonly svg: string };
  readonly completionEvents: readonly string[];
}

interface Configuration {
  readonly properties: Readonly<Record<string, unknown>>;
}

const manifestText = text("package.json");
const manifest = JSON.parse(manifestText) as Manifest;
const contributes = manifest.contributes ?? {};
const files = projectFiles();
const sources = files.filter((file) => /^extension\/src\/.*\.ts$/u.test(file));
const code = sources.map(text).join("\n");

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();
const literals = sorted([...code.matchAll(/["'`](handoff\.[A-Za-z][\w.]*)["'`]/gu)].map(([, id = ""]) => id));

const commands = (contributes.commands ?? []).map(({ command }) => command);
const views = Object.values(contributes.views ?? {}).flatMap((group) => group.map(({ id }) => id));
const submenus = (contributes.submenus ?? []).map(({ id }) => id);
const colors = (contributes.colors ?? []).map(({ id }) => id);
const settings = [contributes.configuration ?? []].flat().flatMap(({ properties }) => Object.keys(properties));
const contextKeys = sorted(
  [...code.matchAll(/setContext\(\s*["'`](handoff\.[\w.]+)/gu)].map(([, key = ""]) => key),
);
/** View types of the webview panels. The code creates them; the manifest names them only in conditions. */
const webviews = surfaces.map((surface) => `handoff.${surface}`);

test("the manifest contributes only commands with our prefix", () => {
  expect(commands.length).toBeGreaterThan(0);
  expect([...commands, ...views, ...settings].filter((id) => !id.startsWith("handoff."))).toEqual([]);
});

test("the extension starts for every webview that VSCode restores", () => {
  const events = manifest.activationEvents.filter((event) => event.startsWith("onWebviewPanel:"));
  expect(events.toSorted()).toEqual(sorted(webviews.map((view) => `onWebviewPanel:${view}`)));
});

test("the code names every command, view and color of the manifest", () => {
  expect([...commands, ...views, ...colors].filter((id) => !literals.includes(id))).toEqual([]);
});

test("the code reads every setting of the manifest", () => {
  const short = (setting: string) => setting.slice("handoff.".length);
  const read = (setting: string) =>
    ["", "handoff."].some((prefix) =>
      new RegExp(`["'\`]${prefix}${short(setting).replaceAll(".", "\\.")}["'\`]`, "u").test(code),
    );
  expect(settings.filter((setting) => !read(setting))).toEqual([]);
});

test("the manifest knows every name that the code uses", () => {
  const providers = (contributes.mcpServerDefinitionProviders ?? []).map(({ id }) => id);
  const known = new Set([...commands, ...views, ...colors, ...settings, ...contextKeys, ...submenus, ...webviews, ...providers]);
  expect(literals.filter((id) => !known.has(id))).toEqual([]);
});

test("menus and keys name only commands and submenus that exist", () => {
  const used = Object.values(contributes.menus ?? {})
    .flat()
    .flatMap(({ command, submenu }) => [command ?? [], submenu ?? []].flat());
  used.push(...(contributes.keybindings ?? []).map(({ command }) => command));
  const known = new Set([...commands, ...submenus]);
  expect(used.filter((id) => id.startsWith("handoff.") && !known.has(id))).toEqual([]);
});

// VSCode shows only the first of two such entries and logs a warning for the other.
test("each menu contributes a submenu at most once", () => {
  const pairs = Object.entries(contributes.menus ?? {}).flatMap(([menu, entries]) =>
    entries.flatMap(({ submenu }) => (submenu === undefined ? [] : [`${menu}: ${submenu}`])),
  );
  expect(pairs.filter((pair, at) => pairs.indexOf(pair) < at)).toEqual([]);
});

test("each JSON Schema exists and matches files of a test project", () => {
  const schemas = contributes.jsonValidation ?? [];
  const shipped = files.filter((file) => file.startsWith("extension/media/schemas/"));
  expect(schemas.map(({ url }) => url)).toEqual(shipped.map((file) => `./${file}`));
  const project = "tests/projects/tide-atlas/";
  expect(schemas.filter(({ fileMatch }) => !files.some((file) => matchesGlob(file, project + fileMatch)))).toEqual([]);
});

/** Returns the conditions under which menus other than the palette have a command. */
function conditionsOf(command: string): string[] {
  return Object.entries(contributes.menus ?? {}).flatMap(([menu, entries]) =>
    menu === "commandPalette" ? [] : entries.filter((entry) => entry.command === command).map(({ when = "" }) => when),
  );
}

test.each([
  ["handoff.startTask", ["todo", "review", "blocked"], "taskCanStart"],
  ["handoff.completeTask", ["todo", "in_progress", "review", "blocked"], "taskCanComplete"],
])("menus offer %s only for tasks in %j", (command, allowed, key) => {
  const offered = conditionsOf(command).flatMap((when) => {
    const item = /viewItem =~ \/(.+?)\/(?: |$)/u.exec(when)?.[1];
    // Pages tell it by a key of the context.
    if (item === undefined) return when.includes(` && ${key}`) ? [] : [when];
    return statuses.filter((status) => new RegExp(item, "u").test(`task.${status}`));
  });
  expect(sorted(offered)).toEqual(allowed.toSorted());
});

test("a project is initialized only in a folder without one", () => {
  const conditions = [...conditionsOf("handoff.initializeProject"), ...(contributes.menus?.["commandPalette"] ?? []).flatMap(({ command, when = "" }) => (command === "handoff.initializeProject" ? [when] : []))];
  expect(conditions.length).toBe(2);
  expect(conditions.filter((when) => !when.includes("!handoff.everyFolderHasProject"))).toEqual([]);
});

test("context keys in conditions are set by the code, and the other way round", () => {
  const conditions = [...manifestText.matchAll(/"(?:(?:when|enablement)":\s*"|onContext:)((?:[^"\\]|\\.)*)"/gu)].map(
    ([, condition = ""]) => condition,
  );
  const named = conditions.flatMap((condition) => [...condition.matchAll(/(?<!config\.)\bhandoff\.[\w.]+/gu)].flat());
  const used = sorted(named).filter((key) => !views.includes(key) && !webviews.includes(key));
  expect(used).toEqual(contextKeys);
});

const translations = Object.fromEntries(
  ["package.nls.json", "package.nls.ja.json"].map((file) => [file, JSON.parse(text(file)) as Record<string, string>]),
);

test.each(Object.entries(translations))("%s has every text that the manifest names, and no other", (_file, texts) => {
  const named = sorted([...manifestText.matchAll(/"%([^%"]+)%"/gu)].map(([, key = ""]) => key));
  expect(Object.keys(texts).toSorted()).toEqual(named);
  expect(Object.entries(texts).filter(([, value]) => value.trim() === "")).toEqual([]);
});

/** Returns the texts that the code passes to `t(…)` or `l10n.t(…)`, which are the keys of their translations. */
function translatedTexts(file: string): string[] {
  const texts: string[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [message] }) {
      const name = callee.type === "MemberExpression" ? callee.property : callee;
      if (name.type !== "Identifier" || name.name !== "t") return;
      if (message?.type === "Literal" && typeof message.value === "string") texts.push(message.value);
    },
  });
  visitor.visit(parseSync(file, text(file)).program);
  return texts;
}

test("the Japanese texts of the code and of the engine are complete, with the same placeholders", () => {
  const shown = files.filter(
    (file) =>
      /^(?:extension\/src|webviews)\/.*\.tsx?$/u.test(file) && !/\.test\.|\/testing\/|\/generated\//u.test(file),
  );
  const japanese = JSON.parse(text("extension/l10n/bundle.l10n.ja.json")) as Record<string, string>;
  const engine = JSON.parse(text("webviews/contract/generated/texts.json")) as string[];
  expect(Object.keys(japanese).toSorted()).toEqual(sorted([...shown.flatMap(translatedTexts), ...engine]));
  const blanks = (value: string) => sorted(value.match(/\{\w+\}/gu) ?? []);
  expect(Object.entries(japanese).filter(([key, value]) => blanks(value).join() !== blanks(key).join())).toEqual([]);
});

test("the walkthrough has pictures and runs commands that exist", () => {
  const steps = (contributes.walkthroughs ?? []).flatMap((walkthrough) => walkthrough.steps);
  expect(steps.length).toBe(5);
  expect(steps.map(({ media }) => media.svg).filter((file) => !files.includes(file))).toEqual([]);
  for (const texts of Object.values(translations)) {
    const used = Object.values(texts).flatMap((value) => [...value.matchAll(/\(command:(handoff\.\w+)\)/gu)].map(([, id = ""]) => id));
    expect(used.filter((id) => !commands.includes(id))).toEqual([]);
  }
});

test("texts that open the walkthrough name the one of this extension", () => {
  const [walkthrough] = contributes.walkthroughs ?? [];
  const shown = Object.values(translations).flatMap((texts) => Object.values(texts));
  const opened = shown.flatMap((value) => [...value.matchAll(/openWalkthrough\?%22([^%]+)%23([^%]+)%22/gu)].map(([, extension, id]) => ({ extension, id })));
  expect(opened.length).toBe(4);
  expect(opened).toEqual(opened.map(() => ({ extension: `${manifest.publisher}.${manifest.name}`, id: walkthrough?.id })));
});

// VSCode never ticks a step for a context key that was true before it read the walkthrough, so the first page of a project ticks its
// step as well: *Initialize Project* opens it where there is a project. The other keys become true only when something is done in
// an open window.
const completion: Record<string, string[]> = {
  demo: ["onCommand:handoff.openDemo"],
  project: ["onContext:handoff.hasProject", "onCommand:handoff.openDashboard"],
  board: ["onContext:handoff.taskMoved"],
  agent: ["onContext:handoff.agentHasCalled"],
  sessions: ["onCommand:handoff.showSessions"],
};

test("each step of the walkthrough has one button, and is ticked when it is done", () => {
  const steps = (contributes.walkthroughs ?? []).flatMap((walkthrough) => walkthrough.steps);
  for (const { id, description, completionEvents } of steps) {
    const content = translations["package.nls.json"]?.[description.replaceAll("%", "")] ?? "";
    const buttons = [...content.matchAll(/^\[[^\]]+\]\(command:(handoff\.\w+)\)$/gmu)].map(([, button = ""]) => `onCommand:${button}`);
    expect(buttons.length, `buttons of ${description}`).toBe(1);
    expect(completionEvents, `events of ${description}`).toEqual(completion[id]);
  }
});

test("the entry points of the manifest are what the build makes", () => {
  expect([manifest.main, manifest.browser]).toEqual(["./dist/extension/node.js", "./dist/extension/web.js"]);
});

/** Commands that are available in every window. */
const alwaysOffered = ["handoff.openDemo", "handoff.showLog"];
/** Commands that are available with an open folder without a project. */
const offeredWithoutProject = ["handoff.initializeProject", "handoff.initializeJsonProject", "handoff.refresh"];

test("the palette offers a command only where it is available", () => {
  const rules = contributes.menus?.["commandPalette"] ?? [];
  const ruled = rules.map(({ command = "" }) => command);
  expect(ruled.toSorted()).toEqual(sorted(commands.filter((id) => !alwaysOffered.includes(id))));
  for (const { command = "", when = "" } of rules) {
    const needed = offeredWithoutProject.includes(command) ? "workspaceFolderCount != 0" : "handoff.hasProject";
    const met = when === "false" || when.split(" && ").includes(needed);
    expect(met, `${command} is offered when ${when}, which lacks ${needed}`).toBe(true);
  }
});

test("the manifest describes tools to agents as the server does", () => {
  const definitions = new Map(
    text("crates/agent/tests/snapshots/main__golden__definitions.snap")
      .split("\n## ")
      .map((part) => part.split("\n"))
      .map(([name = "", description, schema = ""]) => [name, { description, schema }] as const),
  );
  const tools = contributes.languageModelTools ?? [];
  expect(tools.length).toBe(4);
  for (const { name, modelDescription, inputSchema } of tools) {
    const { description, schema = "{}" } = definitions.get(name) ?? {};
    const server = JSON.parse(schema) as { properties: object };
    // A window may have several projects.
    const properties = { ...server.properties, project_dir: { type: "string" } };
    expect({ name, description: modelDescription, schema: inputSchema }).toEqual({ name, description, schema: { ...server, properties } });
  }
});

const repository = manifest.repository.url;

test("every URL in the manifest is derived from the repository URL", () => {
  expect(repository).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w-]+$/u);
  expect({ bugs: manifest.bugs.url, homepage: manifest.homepage }).toEqual({
    bugs: `${repository}/issues`,
    homepage: `${repository}#readme`,
  });
});

/** The categories of the Marketplace. */
const categories = [
  "AI",
  "Chat",
  "Data Science",
  "Debuggers",
  "Education",
  "Extension Packs",
  "Formatters",
  "Keymaps",
  "Language Packs",
  "Linters",
  "Machine Learning",
  "Notebooks",
  "Other",
  "Programming Languages",
  "SCM Providers",
  "Snippets",
  "Testing",
  "Themes",
  "Visualization",
];

test("the Marketplace knows every category, and has room for the keywords", () => {
  expect(manifest.categories.filter((category) => !categories.includes(category))).toEqual([]);
  expect(new Set(manifest.keywords).size).toBe(manifest.keywords.length);
  expect(manifest.keywords.length).toBeLessThanOrEqual(30);
});
