// A story: the work of a team and its agents, as commands of the engine with their times.

import type { Actor, Command } from "../../../webviews/contract/generated/protocol.ts";
import type { StoryTime } from "./storyTime.ts";

export interface Story {
  /** Name of the folder in which the project is created. */
  readonly folder: string;
  /** People and agents by the name that moments have for them. */
  readonly actors: Readonly<Record<string, Actor>>;
  /** Files outside of `.handoff/`, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** In the order of their times. */
  readonly moments: readonly Moment[];
}

/** What somebody did at a time. */
export interface Moment {
  /** As `StoryTime.moment` reads it. */
  readonly at: string;
  /** An actor. */
  readonly by: string;
  /** Commands that are run one after another. */
  readonly do: readonly Command[];
}

/** The texts of a story in another language, by the texts in the story. */
type Translations = Readonly<Record<string, string>>;

/** Reads a file of the folder with the stories. */
export type ReadDemo = (name: string) => PromiseLike<Uint8Array>;

/** Returns the story of the demo project in a language, by default in English. */
export async function loadStory(read: ReadDemo, language: string): Promise<Story> {
  const story = parse(await read("harbour.json")) as Story;
  const isJapanese = language.split("-")[0] === "ja";
  return isJapanese ? translated(story, parse(await read("harbour.ja.json")) as Translations) : story;
}

/** Returns the story with each text that has a translation translated. Keys stay. */
function translated(story: Story, translations: Translations): Story {
  const texts = new Map(Object.entries(translations));
  return mapTexts(story, (text) => texts.get(text) ?? text);
}

/** Returns the commands of a moment with dates instead of placeholders. */
export function commandsOf(moment: Moment, time: StoryTime): readonly Command[] {
  return mapTexts(moment.do, (text) => time.fill(text));
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Returns a copy of a JSON value with each of its texts replaced, but no key. */
function mapTexts<T>(value: T, replace: (text: string) => string): T {
  const copy = (part: unknown): unknown => {
    if (typeof part === "string") return replace(part);
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, copy(inner)]));
  };
  return copy(value) as T;
}
