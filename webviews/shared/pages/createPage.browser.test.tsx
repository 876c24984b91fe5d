// Tests the shared behaviour of pages with a page of one button.
import { signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { CommandResult, PageRequests, Snapshot, Start } from "../../contract/common.ts";
import type { Place } from "../../contract/surfaces.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import type { Connection, PageState } from "../connection.ts";
import { createRequiredContext } from "../context.ts";
import { createPage } from "./createPage.tsx";
import type { PageParts } from "./createPage.tsx";
import { memoryHost } from "../testing/memoryHost.ts";

interface TestContract {
  requests: PageRequests & {
    ready(): Start & Snapshot;
    slow(text: string): string;
    execute(command: PageCommand): CommandResult;
  };
  events: { changed: Snapshot };
}

interface TestState extends PageState {
  text: Signal<string>;
}

const createActions = (state: TestState, { ask, attemptLatest, follow }: Connection<TestContract>) => ({
  start: follow({ ready: () => ask.ready(), receive: (snapshot) => (state.snapshot.value = snapshot) }),
  search: async (text: string) => (state.text.value = (await attemptLatest(ask.slow(text))) ?? state.text.peek()),
});

const [TestContext, useTest] = createRequiredContext<PageParts<TestState, ReturnType<typeof createActions>>>("test");

function Page() {
  const { state, actions } = useTest();
  return (
    <button type="button" onClick={() => void actions.start()}>
      {state.failure.value ?? state.snapshot.value?.today ?? "loading"}, {state.text.value}
    </button>
  );
}

const mount = createPage({
  page: "board",
  gestures: () => [],
  readPersistedState: String,
  createState: (text): TestState => ({ snapshot: signal(null), locale: signal("en"), failure: signal(null), text: signal(text) }),
  createActions,
  context: TestContext,
  persist: ({ text }) => text.value,
  Page,
  keysOf:
    ({ actions }) =>
    (key) => {
      if (!/^[a-z]$/u.test(key)) return false;
      void actions.search(key);
      return true;
    },
});

const first = { project: { undo: { template: "Delete 01", args: {} }, redo: null } as Snapshot["project"], today: "2026-12-01", readOnly: null, strings: {}, locale: "en" };
let root: HTMLElement;
let unmount: () => void;
let answers: Map<string, () => void>;
let executed: string[];
let opened: Place[];
let isBroken: boolean;
let host: ReturnType<typeof memoryHost<TestContract>>;
const shown = () => root.querySelector(".page-body")?.textContent;

beforeEach(() => {
  root = document.createElement("main");
  document.body.append(root);
  answers = new Map();
  executed = [];
  opened = [];
  isBroken = false;
  host = memoryHost<TestContract>(
    {
      ready: () => {
        if (isBroken) throw new Error("broken");
        return first;
      },
      openPage: (page) => void opened.push(page),
      slow: (text) => new Promise((resolve) => answers.set(text, () => resolve(text))),
      execute: ({ kind }) => {
        executed.push(kind);
        return { kind: "done", changed: true, created: [], summary: kind, warnings: [] };
      },
    },
    "kept",
  );
});

afterEach(() => {
  unmount();
  root.remove();
});

test("a page shows the first snapshot, later ones, and what was persisted", async () => {
  unmount = mount(root, host);
  expect(shown()).toBe("loading, kept");
  await expect.poll(shown).toBe("2026-12-01, kept");
  host.tell("changed", { ...first, today: "2026-12-02" });
  await expect.poll(shown).toBe("2026-12-02, kept");
});

test("the bar is empty until the texts have arrived, and then has undo and leads to the other pages", async () => {
  unmount = mount(root, host);
  expect(root.querySelector(".page-bar")?.textContent).toBe("");
  await expect.poll(() => root.querySelector("[aria-current=page]")?.textContent).toBe("Board");
  expect(root.querySelectorAll(".page-bar-end button:disabled")).toHaveLength(1);
  root.querySelector<HTMLElement>("[aria-label='Undo: Delete 01']")?.click();
  root.querySelector<HTMLElement>("[aria-label=Metrics]")?.click();
  await expect.poll(() => [executed, opened]).toEqual([["undo"], ["metrics"]]);
});

test("a failure is shown, and the page can try again", async () => {
  isBroken = true;
  unmount = mount(root, host);
  await expect.poll(shown).toBe("broken, kept");
  isBroken = false;
  root.querySelector<HTMLElement>(".page-body button")?.click();
  await expect.poll(shown).toBe("2026-12-01, kept");
});

test("an answer to an overtaken request is dropped, and the latest one is persisted", async () => {
  unmount = mount(root, host);
  await userEvent.keyboard("ab");
  await expect.poll(() => [...answers.keys()]).toEqual(["a", "b"]);
  answers.get("b")?.();
  await expect.poll(shown).toBe("2026-12-01, b");
  answers.get("a")?.();
  // Its request is sent after the answer has arrived.
  await userEvent.keyboard("c");
  await expect.poll(() => answers.has("c")).toBe(true);
  expect([shown(), host.persisted()]).toEqual(["2026-12-01, b", "b"]);
});

test("a removed page is empty and listens for no keys", async () => {
  unmount = mount(root, host);
  await expect.poll(shown).toBe("2026-12-01, kept");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(() => executed).toEqual(["undo"]);
  unmount();
  await userEvent.keyboard("{Control>}z{/Control}a");
  expect(executed).toEqual(["undo"]);
  expect([...answers.keys()]).toEqual([]);
  expect(root.textContent).toBe("");
});
