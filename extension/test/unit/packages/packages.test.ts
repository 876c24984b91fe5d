// The Packages tree and the commands on packages, with a real engine.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NewPackage, PackageRow } from "../../../../webviews/contract/generated/protocol.ts";
import { CommandContext } from "../../../src/commands/commandContext.ts";
import { packageCommands } from "../../../src/packages/packageCommands.ts";
import type { PackageTreeNode } from "../../../src/packages/packageNode.ts";
import { PackageTree, packagesOf } from "../../../src/packages/packageTree.ts";
import { storeCommands } from "../../../src/packages/storePackage.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { FakeFiles } from "../fakeFiles.ts";
import { memoryProject, run } from "../memoryProject.ts";

/** The time of the project's engine, which goes on by a millisecond with each call. */
const NOW = 1_764_000_000_000;
const HOUR_MS = 3_600_000;

/** The answers of the user, in order, and the messages shown. An answer of an input box is checked as the box does. */
const user = vi.hoisted(() => ({
  answers: [] as (string | undefined)[],
  said: [] as string[],
  validations: [] as unknown[],
  editor: undefined as unknown,
  clipboard: "",
}));

vi.mock("vscode", async () => {
  const say = (text: string) => {
    user.said.push(text);
    return Promise.resolve(undefined);
  };
  return {
    ...(await import("../fakeVscode.ts")),
    env: { language: "en", clipboard: { writeText: (text: string) => Promise.resolve(void (user.clipboard = text)) } },
    extensions: { getExtension: () => undefined },
    workspace: { registerTextDocumentContentProvider: () => undefined },
    window: {
      createTreeView: () => ({ visible: true, message: undefined, selection: [], dispose: () => undefined, onDidChangeVisibility: () => ({ dispose: () => undefined }) }),
      get activeTextEditor() {
        return user.editor;
      },
      showInputBox: (options: { value: string; validateInput: (value: string) => unknown }) => {
        const answer = user.answers.shift();
        user.validations.push(options.validateInput(answer ?? options.value));
        return Promise.resolve(answer);
      },
      showQuickPick: (items: readonly unknown[]) => Promise.resolve(items[0]),
      setStatusBarMessage: say,
      showInformationMessage: say,
      showWarningMessage: say,
      showErrorMessage: say,
    },
  };
});

let files: FakeFiles;
let project: Project;
let tree: PackageTree;
let commands: Record<string, (...args: unknown[]) => unknown>;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  Object.assign(user, { answers: [], said: [], validations: [], editor: undefined, clipboard: "" });
  files = new FakeFiles();
  project = await memoryProject("file:///p", files);
  const projects = { all: [project], get: () => project, load: () => Promise.resolve(), workFolder: () => project.id, onDidChange: project.onDidChange } as never;
  const context = new CommandContext({ projects, selection: () => [], activeProject: () => project, activeTask: () => undefined, openTask: () => undefined, followTask: () => undefined });
  tree = new PackageTree(projects);
  commands = { ...packageCommands(context, () => []), ...storeCommands(context) };
});

afterEach(() => {
  tree.dispose();
  vi.useRealTimers();
});

async function store(name: string, more: Partial<NewPackage> = {}): Promise<string> {
  const [id = ""] = (await run(project, { kind: "changePackages", change: { kind: "store", package: { name, content: `# ${name}\n`, ...more } } })).slice(-1);
  return id;
}

const row = (id: string): PackageRow | undefined => packagesOf(project).packages.find((found) => found.id === id);
const target = (id: string) => ({ project: project.id, package: id });

async function shown(parent?: PackageTreeNode): Promise<[unknown, unknown, unknown][]> {
  const nodes = await tree.getChildren(parent);
  return nodes.map((node) => {
    const { label, description, iconPath } = tree.getTreeItem(node);
    return [label, description, (iconPath as { id: string }).id];
  });
}

test("current packages come newest first, with their lifetime; the others are in a group", async () => {
  await store("Short", { ttl: "12h" });
  await store("Pinned", { pinned: true });
  await store("State");
  await store("State", { ttl: "30d" });
  vi.setSystemTime(NOW + 2 * HOUR_MS);
  // The engine's times go on by a millisecond with each call, so an hour is not quite over.
  expect(await shown()).toEqual([
    ["State", "1 hr. ago · expires in 29 days", "package"],
    ["Pinned", "1 hr. ago · pinned", "pinned"],
    ["Short", "1 hr. ago · expires in 10 hr.", "watch"],
    ["Superseded and Expired", "1", "archive"],
  ]);
  const group = (await tree.getChildren()).at(-1);
  expect(await shown(group)).toEqual([["State", expect.stringContaining("superseded") as unknown, "versions"]]);
});

test("packages are read when they are asked for, and followed from then on", async () => {
  const id = await store("First");
  const [path = "", entry] = [...files.entries].find(([name]) => name.startsWith("packages/")) ?? [];
  if (entry?.type !== 1) throw new Error("The package has no file.");
  const copy = (otherId: string) => ({ type: 1 as const, bytes: new TextEncoder().encode(new TextDecoder().decode(entry.bytes).replaceAll(id, otherId)) });
  const elsewhere = new FakeFiles();
  await elsewhere.createDirectory("packages");
  elsewhere.entries.set(path, entry);
  const other = await memoryProject("file:///q", elsewhere);
  const ids = () => packagesOf(other).packages.map((found) => found.id);
  await other.refresh();
  expect(ids()).toEqual([]);
  await other.onDemand.readPackages();
  expect(ids()).toEqual([id]);
  // Another program adds a package.
  elsewhere.entries.set(path.replace(id, "ffffffff"), copy("ffffffff"));
  await other.refresh();
  expect(ids().toSorted()).toEqual([id, "ffffffff"]);
});

test("a package is extended as the engine allows, and pinned, accepted and deleted", async () => {
  const id = await store("State", { ttl: "1h" });
  user.answers.push("7x");
  await commands["handoff.extendPackage"]?.(target(id));
  expect(user.validations).toEqual([expect.stringContaining("The time to live is not valid")]);
  expect(user.said.at(-1)).toContain("bad");
  user.answers.push("2d");
  await commands["handoff.extendPackage"]?.(target(id));
  expect(Date.parse(row(id)?.expiresAt ?? "") - NOW).toBeGreaterThan(47 * HOUR_MS);
  await commands["handoff.pinPackage"]?.(target(id));
  expect(row(id)?.pinned).toBe(true);
  await commands["handoff.unpinPackage"]?.(target(id));
  expect(row(id)?.pinned).toBe(false);
  await commands["handoff.acceptPackage"]?.(target(id));
  expect(row(id)?.acceptedBy).toEqual({ kind: "human", name: "Ann" });
  await commands["handoff.deletePackage"]?.(target(id));
  expect(row(id)).toBeUndefined();
  await run(project, { kind: "undo" });
  expect(row(id)?.name).toBe("State");
});

test("the content is copied as it was stored, with a warning if its file was changed", async () => {
  const id = await store("State", { content: "\uFEFF# State\r\nno end" });
  await commands["handoff.copyPackage"]?.(target(id));
  expect(user.clipboard).toBe("\uFEFF# State\r\nno end");
  expect(user.said).toEqual(["Copied the content of “State”"]);
  const path = row(id)?.path ?? "";
  const entry = files.entries.get(path);
  if (entry?.type !== 1) throw new Error("The package has no file.");
  files.entries.set(path, { type: 1, bytes: new TextEncoder().encode(`${new TextDecoder("utf-8", { ignoreBOM: true }).decode(entry.bytes)}!`) });
  await project.refresh();
  await commands["handoff.copyPackage"]?.(target(id));
  expect(user.said).toContain("The content of “State” is not what was stored. Its file was changed.");
});

test("the selection is stored without its secrets, under a name that may replace another package", async () => {
  await store("notes");
  const selection = { isEmpty: false };
  const document = { isUntitled: false, uri: { path: "/p/notes.md", toString: () => "file:///p/notes.md" }, getText: (part?: unknown) => (part === selection ? "token: ghp_0123456789abcdefghijklmnopqrstuvwxyzAB\npassword: correcthorse" : "all of it") };
  user.editor = { document, selections: [selection] };
  user.answers.push("notes", "12h");
  await commands["handoff.storeSelection"]?.();
  expect(user.validations).toEqual([{ message: "Replaces the package of this name from just now.", severity: 1 }, undefined]);
  const [newest] = packagesOf(project).packages;
  expect(newest).toMatchObject({ name: "notes", state: "current" });
  expect(project.view({ kind: "package", id: newest?.id ?? "" })?.content).toMatch(/\[redacted: .*\]/u);
  await vi.waitFor(() => expect(user.said.at(-1)).toBe(`Stored package ${newest?.id ?? ""}: notes. Secrets in it were replaced: 1. Kept, although they may be secrets: 1. If one is, delete the package and store it without it.`));
  // Without a selection the whole text; Escape stores nothing.
  user.editor = { document, selections: [{ isEmpty: true }] };
  user.answers.push("whole", "7d");
  await commands["handoff.storeSelection"]?.();
  expect(project.view({ kind: "package", id: packagesOf(project).packages[0]?.id ?? "" })?.content).toBe("all of it");
  user.answers.push("another", undefined);
  await commands["handoff.storeSelection"]?.();
  expect(packagesOf(project).packages).toHaveLength(3);
  user.editor = undefined;
  await commands["handoff.storeSelection"]?.();
  expect(user.said.at(-1)).toContain("Open a file first.");
});

test("the latest session is stored with the knowledge of the project", async () => {
  await commands["handoff.storeSession"]?.();
  expect(user.said).toEqual(["This project has no session yet."]);
  const patch = { values: { summary: "Parse the feed" }, lists: [{ key: "decisions", given: [{ decision: "Keep feet" }], replace: false, seen: [] }], remove: [], record: {} };
  await run(project, { kind: "saveSession", save: { target: { kind: "new" }, patch, status: "active", pause: { kind: "active" } } });
  user.answers.push("feed", "7d");
  await commands["handoff.storeSession"]?.();
  const [stored] = packagesOf(project).packages;
  expect(stored).toMatchObject({ name: "feed", summary: "Parse the feed", sessionId: expect.any(String) as unknown });
  expect(project.view({ kind: "package", id: stored?.id ?? "" })?.content).toContain("## Key Decisions\n\n- Keep feet");
});
