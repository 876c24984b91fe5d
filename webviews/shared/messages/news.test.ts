// The words of messages about changes of others, and when they are shown.
import { describe, expect, test, vi } from "vitest";
import type { Actor, ActorChanges, Change, ChangedSubject, Event } from "../../contract/generated/protocol.ts";
import type { Snapshot } from "../../contract/common.ts";
import { showNews } from "./news.ts";
import { noLocale } from "../text/language.ts";
import { createToaster } from "./toaster.ts";
import type { Toaster } from "./toaster.ts";

vi.mock("./announcer.ts", () => ({ announce: () => undefined }));

const codex: Actor = { kind: "agent", name: "codex" };
const snapshot = { project: { assignees: [] }, today: "2026-12-01", readOnly: null } as unknown as Snapshot;

const status: Change = { kind: "field", field: "status", from: "todo", to: "done" };
const created: Change = { kind: "created", title: "Tides" };

function event(change: Change): Event {
  return { id: "e", at: "2026-12-01T08:00:00Z", actor: codex, change };
}

function subject(id: string, more: Partial<ChangedSubject> = {}, made: Change[] = [status]): ChangedSubject {
  return { kind: "task", id, title: `Title of ${id}`, status: "done", events: made.map(event), more: 0, ...more };
}

const saved = subject("s-1", { kind: "session", title: "", status: null }, [{ kind: "session", act: "saved", summary: "Map" }]);

function changes(subjects: ChangedSubject[], more = 0): ActorChanges {
  return { actor: codex, observed: false, subjects, more };
}

interface Shown {
  text: string | undefined;
  details: string | undefined;
  opens: string | undefined;
}

function shownFor(actors: ActorChanges[], more = 0, locale = "en"): Shown {
  const toaster = createToaster();
  let opens: string | undefined;
  showNews({ actors, more }, { toaster, locale, snapshot, openTask: (id) => (opens = id) });
  const message = toaster.current.value;
  message?.action?.run();
  return { text: message?.text, details: message?.details, opens };
}

test.each<[string, ActorChanges[], number, Shown]>([
  [
    "one task",
    [changes([subject("t1", {}, [status, created])])],
    0,
    { text: "codex: Title of t1", details: "changed the status from To do to Done, created the task as “Tides”", opens: "t1" },
  ],
  ["a task that was created", [changes([subject("t1", { title: "Tides" }, [created])])], 0, { text: "codex: Tides", details: "created the task", opens: "t1" }],
  ["a task that is gone", [changes([subject("t1", { status: null })])], 0, { text: "codex: Title of t1", details: "changed the status from To do to Done", opens: undefined }],
  ["a session", [changes([saved])], 0, { text: "codex", details: "saved the session “Map”", opens: undefined }],
  ["a task and a session", [changes([saved, subject("t1")])], 0, { text: "codex: Title of t1", details: "changed the status from To do to Done", opens: "t1" }],
  ["two tasks", [changes([subject("t1"), subject("t2")])], 0, { text: "codex changed 2 tasks", details: "Title of t1, Title of t2", opens: undefined }],
  [
    "many tasks",
    [changes(["t1", "t2", "t3", "t4", "t5", "t6"].map((id) => subject(id)), 34)],
    0,
    { text: "codex changed 40 tasks", details: "Title of t1, Title of t2, Title of t3, …", opens: undefined },
  ],
  ["tasks and a session", [changes([subject("t1"), subject("t2"), saved])], 0, { text: "codex made 3 changes", details: "Title of t1, Title of t2", opens: undefined }],
  [
    "several actors",
    [changes([saved]), changes([saved])],
    1,
    { text: "codex and 2 more people or agents", details: "saved the session “Map”", opens: undefined },
  ],
  ["nothing", [], 0, { text: undefined, details: undefined, opens: undefined }],
])("%s", (_, actors, more, expected) => {
  expect(shownFor(actors, more)).toEqual(expected);
});

test("nothing is said before the page is painted", () => {
  expect(shownFor([changes([saved])], 0, noLocale).text).toBeUndefined();
});

describe("a message that nobody asked for", () => {
  const textOf = ({ current }: Toaster): string | undefined => current.value?.text;
  const say = (text: string) => ({ kind: "info", text }) as const;

  test("replaces an earlier one of its kind", () => {
    const toaster = createToaster();
    toaster.tell(say("a"));
    toaster.tell(say("b"));
    expect(textOf(toaster)).toBe("b");
    toaster.dismiss();
    expect(textOf(toaster)).toBeUndefined();
  });

  test("waits for the answer to something, and the last one is shown", () => {
    const toaster = createToaster();
    toaster.show(say("Moved"));
    toaster.tell(say("a"));
    toaster.tell(say("b"));
    expect(textOf(toaster)).toBe("Moved");
    toaster.dismiss();
    expect(textOf(toaster)).toBe("b");
    toaster.show(say("Deleted"));
    expect(textOf(toaster)).toBe("Deleted");
    toaster.dismiss();
    expect(textOf(toaster)).toBeUndefined();
  });
});
