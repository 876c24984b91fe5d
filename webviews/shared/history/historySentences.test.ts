import { describe, expect, test } from "vitest";
import type { Actor, Change, Event } from "../../contract/generated/protocol.ts";
import { actorTitle } from "../text/names.ts";
import { authorName, eventSentence } from "./historySentences.ts";

const context = { locale: "en", today: "2026-12-01", assignees: [] };
const bot: Actor = { kind: "agent", name: "bot" };

const event = (change: Change, actor: Actor = bot): Event => ({ id: "1", at: "2026-12-01T08:00:00Z", actor, task: "t1", change });

describe("what agents do", () => {
  test.each<[Change, string]>([
    [{ kind: "timer", running: true }, "started the timer"],
    [{ kind: "timer", running: false }, "stopped the timer"],
    [{ kind: "time", hours: 1.25 }, "logged 1.25 h of work"],
    [{ kind: "time", hours: -2 }, "removed 2 h of work"],
    [{ kind: "criterion", item: "works", checked: true }, "ticked “works”"],
    [{ kind: "criterion", item: "works", checked: false }, "unticked “works”"],
    [{ kind: "claim", from: null, to: "bot" }, "took the task"],
    [{ kind: "claim", from: "maya", to: "bot" }, "took over the task from maya"],
    [{ kind: "claim", from: "bot", to: null }, "released the task"],
    [{ kind: "session", act: "saved", summary: "S" }, "saved the session “S”"],
    [{ kind: "session", act: "closed", summary: "S" }, "closed the session “S”"],
    [{ kind: "session", act: "paused", summary: "S" }, "paused the session “S”"],
    [{ kind: "session", act: "loaded", summary: "S" }, "continued the session “S”"],
    [{ kind: "session", act: "merged", summary: "S" }, "merged sessions into “S”"],
    [{ kind: "superseded", decision: "feet", by: "metres", reason: "" }, "replaced the decision “feet” by “metres”"],
    [{ kind: "superseded", decision: "feet", by: null, reason: "" }, "withdrew the decision “feet”"],
    [{ kind: "answered", question: "Which port?", answer: "3000" }, "answered “Which port?”: 3000"],
    [{ kind: "memory", id: "m", from: null, to: "tides" }, "saved the memory “tides”"],
    [{ kind: "memory", id: "m", from: "tide", to: "tides" }, "changed the memory “tides”"],
    [{ kind: "memory", id: "m", from: "tides", to: null }, "deleted the memory “tides”"],
    [{ kind: "document", id: "d", from: null, to: "Feed" }, "created the document “Feed”"],
    [{ kind: "document", id: "d", from: "Feed", to: "Feeds" }, "changed the document “Feeds”"],
    [{ kind: "document", id: "d", from: "Feed", to: null }, "deleted the document “Feed”"],
    [{ kind: "referral", id: "r", from: null, to: "open", summary: "R" }, "received the referral “R”"],
    [{ kind: "referral", id: "r", from: "open", to: "resolved", summary: "R" }, "set the referral “R” to resolved"],
    [{ kind: "referral", id: "r", from: "open", to: null, summary: "R" }, "removed the referral “R”"],
  ])("%j", (change, sentence) => {
    expect(eventSentence(event(change), context)).toBe(sentence);
  });
});

test.each<[Change, shown: string, sentence: string]>([
  [{ kind: "created", title: "Tides" }, "Tides", "created the task"],
  [{ kind: "created", title: "Tide" }, "Tides", "created the task as “Tide”"],
  [{ kind: "deleted", title: "Tides" }, "Tides", "deleted the task"],
  [{ kind: "deleted", title: "Tides" }, "", "deleted the task “Tides”"],
])("%j beside the title “%s” is “%s”", (change, title, sentence) => {
  expect(eventSentence(event(change), { ...context, title })).toBe(sentence);
});

test("an agent is named by its client; version and conversation are details", () => {
  const details = (actor: Actor): [string, string] => [authorName(event({ kind: "created", title: "" }, actor), context), actorTitle(actor)];
  expect(details(bot)).toEqual(["bot", "bot · agent"]);
  expect(details({ ...bot, version: "2.1" })).toEqual(["bot", "bot 2.1 · agent"]);
  expect(details({ ...bot, version: "2.1", conversation: "c-1" })).toEqual(["bot", "bot 2.1 · agent · conversation c-1"]);
  expect(details({ kind: "human", name: "Maya" })).toEqual(["Maya", "Maya · person"]);
  expect(details({ kind: "agent", name: "" })).toEqual(["An agent", "An agent · agent"]);
});
