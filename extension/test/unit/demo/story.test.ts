// The demo project: its story can be played on any day and leaves a project without problems.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Card, Context, Event, FileState, Query } from "../../../../webviews/contract/generated/protocol.ts";
import { statuses } from "../../../../webviews/contract/generated/values.ts";
import type { Engine, ViewOf } from "../../../src/engine/engineModule.ts";
import { play } from "../../../src/demo/player.ts";
import { loadStory, type Story } from "../../../src/demo/story.ts";
import { StoryTime } from "../../../src/demo/storyTime.ts";
import { loadEngine } from "../memoryProject.ts";

// A story has hundreds of commands, and is played more than once.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const stories = new URL("../../../demo/", import.meta.url);
const readDemo = (name: string): Promise<Uint8Array> => Promise.resolve(readFileSync(fileURLToPath(new URL(name, stories))));
const RECORDS = ".handoff/";
const DAY_MS = 86_400_000;

interface Demo {
  readonly story: Story;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly events: readonly Event[];
  view<Kind extends Query["kind"]>(query: Extract<Query, { kind: Kind }>): ViewOf<Kind>;
}

/** Plays the story and reads the files with a new engine, as a window does that opens the folder. */
async function playDemo(now: number, language = "en", offsetMinutes = 0): Promise<Demo> {
  const timeZone = { offsetMinutes, changes: [] };
  const Module = await loadEngine();
  const story = await loadStory(readDemo, language);
  const files = await play(Module, story, new StoryTime(now, timeZone));
  const engine: Engine = new Module();
  const context: Context = { now, timeZone, actor: { kind: "human", name: "Ann" }, writer: "test", seed: 1 };
  const states: FileState[] = [...files]
    .filter(([path]) => path.startsWith(RECORDS))
    .map(([path, bytes]) => ({ kind: "file", path: path.slice(RECORDS.length), bytes }));
  engine.feed([""], states, context);
  const logs = [...files].filter(([path]) => path.startsWith(`${RECORDS}activity/`)).flatMap(([, bytes]) => new TextDecoder().decode(bytes).trimEnd().split("\n").slice(1));
  return {
    story,
    files,
    events: logs.map((line) => JSON.parse(line) as Event),
    view: (query) => (JSON.parse(engine.view(query, context)) as { view: never }).view,
  };
}

const thursday = Date.parse("2026-11-26T14:00:00Z");
const cardsOf = ({ view }: Demo): Card[] => view({ kind: "board", unlimited: [...statuses] }).columns.flatMap(({ cards }) => cards);

describe.each(["en", "ja"])("the demo project in %s", (language) => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await playDemo(thursday, language);
  });

  test("has no problems", () => {
    expect(demo.view({ kind: "problems" })).toEqual([]);
  });

  test("has about 40 tasks in every status", () => {
    const cards = cardsOf(demo);
    expect(cards.length).toBeGreaterThanOrEqual(40);
    expect(new Set(cards.map(({ status }) => status))).toEqual(new Set(statuses));
    expect(cards.some(({ overdue }) => overdue)).toBe(true);
    expect(cards.some(({ blockedBy }) => blockedBy.length > 0)).toBe(true);
  });

  test("shows all its tasks in the chart", () => {
    const { rows, choices } = demo.view({ kind: "gantt" });
    expect(rows.length).toBe(cardsOf(demo).length);
    expect(choices.filterAssignee).toBe("");
  });

  test("is the work of three people and two agents", () => {
    const actors = Object.entries(demo.story.actors);
    expect(actors.map(([, { kind }]) => kind).toSorted()).toEqual(["agent", "agent", "human", "human", "human"]);
    const acted = new Set(demo.events.map(({ actor }) => actor?.name));
    expect(acted).toEqual(new Set(actors.map(([, { name }]) => name)));
    const assigned = new Set(cardsOf(demo).map(({ assignee }) => assignee));
    expect(actors.map(([key]) => key).filter((key) => !assigned.has(key))).toEqual([]);
    const { assignees } = demo.view({ kind: "project" });
    expect(assignees.filter(({ kind }) => kind === "agent").map(({ key }) => key)).toEqual(["claude-code", "codex"]);
  });

  test("has a milestone in the past, one soon and one later", () => {
    const { milestones } = demo.view({ kind: "project" });
    const days = milestones.map(({ date }) => (Date.parse(date ?? "") - thursday) / DAY_MS);
    expect(days.map((away) => (away < 0 ? "past" : away < 31 ? "soon" : "later"))).toEqual(["past", "soon", "later"]);
  });

  test("has sessions, decisions of which one is superseded, a claim, time, memories and documents", () => {
    const { sessions } = demo.view({ kind: "sessions" });
    expect(sessions.length).toBeGreaterThan(10);
    const decisions = demo.view({ kind: "register" }).filter(({ kind }) => kind === "decision");
    expect(decisions.map(({ state }) => state.kind).filter((state) => state !== "standing")).toEqual(["superseded"]);
    expect(new Set(decisions.map(({ confidence }) => confidence))).toEqual(new Set(["confirmed", "estimated", "unverified"]));
    expect(cardsOf(demo).flatMap(({ holder }) => holder?.actor.name ?? [])).toEqual(["claude-code"]);
    // An item that a later session has done is no longer open.
    const openItems = demo.view({ kind: "register" }).filter(({ kind, state }) => kind === "openItem" && state.kind === "standing");
    expect(openItems).toHaveLength(6);
    const kinds = demo.events.map(({ change }) => change.kind);
    expect(kinds).toEqual(expect.arrayContaining(["entry", "claim", "memory", "document", "baseline", "superseded"]));
  });
});

// Each weekday, shortly before midnight or shortly after it; the offsets make another day of it than that of UTC.
const days = Array.from({ length: 7 }, (_, day) => Date.parse("2027-03-01T00:00:00Z") + day * DAY_MS);
const times = days.map((day, index) => (index % 2 === 0 ? ([day + 11.9 * 60 * 60_000, 720] as const) : ([day + 11.1 * 60 * 60_000, -660] as const)));

test.each(times.map(([now, offset]) => [new Date(now).toISOString(), offset] as const))(
  "played at %s with an offset of %d minutes, nothing is in the future or at a weekend",
  async (now, offset) => {
    const time = Date.parse(now);
    const demo = await playDemo(time, "en", offset);
    expect(demo.view({ kind: "problems" })).toEqual([]);
    const logged = demo.events.map(({ at }) => Date.parse(at));
    expect(Math.max(...logged)).toBeLessThanOrEqual(time);
    expect(time - Math.min(...logged)).toBeGreaterThan(170 * DAY_MS);
    const weekday = (at: number): number => new Date(at + offset * 60_000).getUTCDay();
    const today = time - DAY_MS / 2;
    expect(logged.filter((at) => at < today && [0, 6].includes(weekday(at)))).toEqual([]);
  },
);

test("the moments are in the order of their times", async () => {
  const { moments } = await loadStory(readDemo, "en");
  const time = new StoryTime(thursday, { offsetMinutes: 0, changes: [] });
  const order = moments.map(({ at }) => time.moment(at));
  expect(order).toEqual(order.toSorted((left, right) => left - right));
});

describe("the Japanese story", () => {
  const json = async (name: string): Promise<unknown> => JSON.parse(new TextDecoder().decode(await readDemo(name)));
  /** Returns every text of a value; keys are none. */
  const textsOf = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
  };

  test("translates every sentence, and nothing that the story does not contain", async () => {
    const texts = new Set(textsOf(await json("harbour.json")));
    const japanese = new Map(Object.entries((await json("harbour.ja.json")) as Record<string, string>));
    const isSentence = (text: string): boolean => /[a-z] [a-z]/iu.test(text);
    expect([...texts].filter((text) => isSentence(text) && !japanese.has(text))).toEqual([]);
    expect([...japanese.keys()].filter((text) => !texts.has(text))).toEqual([]);
    expect([...japanese].filter(([, text]) => !/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u.test(text))).toEqual([]);
  });

  test("has the structure of the English one", async () => {
    const [english, japanese] = await Promise.all(["en", "ja"].map((language) => playDemo(thursday, language)));
    const outline = (demo: Demo | undefined): unknown[] =>
      demo?.events.map(({ id, at, task, change }) => [id, at, task, change.kind, "field" in change ? change.field : ""]) ?? [];
    expect(outline(japanese)).toEqual(outline(english));
    expect(outline(japanese).length).toBeGreaterThan(250);
  });
});
