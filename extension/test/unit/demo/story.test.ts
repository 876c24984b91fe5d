// The demo project: its story can be played on any day and leaves a project without problems.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Context, FileState, Query } from "../../../../webviews/contract/generated/protocol.ts";
import type { Engine, ViewOf } from "../../../src/engine/engineModule.ts";
import { play } from "../../../src/demo/player.ts";
import { loadStory, type Story } from "../../../src/demo/story.ts";
import { StoryTime } from "../../../src/demo/storyTime.ts";
import { loadEngine } from "../memoryProject.ts";

const stories = new URL("../../../demo/", import.meta.url);
const readDemo = (name: string): Promise<Uint8Array> => Promise.resolve(readFileSync(fileURLToPath(new URL(name, stories))));
const RECORDS = ".handoff/";

interface Played {
  readonly story: Story;
  readonly files: ReadonlyMap<string, Uint8Array>;
  view<Kind extends Query["kind"]>(query: Extract<Query, { kind: Kind }>): ViewOf<Kind>;
}

/** Plays the story and reads the files with a new engine, as a window does that opens the folder. */
async function played(now: number, language = "en", utcOffsetMinutes = 0): Promise<Played> {
  const Module = await loadEngine();
  const story = await loadStory(readDemo, language);
  const files = await play(Module, story, new StoryTime(now, utcOffsetMinutes));
  const engine: Engine = new Module();
  const context: Context = { now, utcOffsetMinutes, actor: { kind: "human", name: "Ann" }, writer: "test", seed: 1 };
  const states: FileState[] = [...files]
    .filter(([path]) => path.startsWith(RECORDS))
    .map(([path, bytes]) => ({ kind: "file", path: path.slice(RECORDS.length), bytes }));
  engine.feed([""], states, context);
  return { story, files, view: (query) => (JSON.parse(engine.view(query, context)) as { view: never }).view };
}

const thursday = Date.parse("2026-11-26T14:00:00Z");

describe.each(["en", "ja"])("the demo project in %s", (language) => {
  test("has no problems", async () => {
    const { view } = await played(thursday, language);
    expect(view({ kind: "problems" })).toEqual([]);
  });
});
