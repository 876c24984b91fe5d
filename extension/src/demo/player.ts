// Plays a story: runs its commands through the engine on files in memory, each at its own time, so
// that logs, stamps and charts are those of a project that was really worked on.

import type { Actor, Answer, Command, Context } from "../../../webviews/contract/generated/protocol.ts";
import type { LoadEngine } from "../engine/engineLoader.ts";
import type { Engine, EngineModule } from "../engine/engineModule.ts";
import { perform, type Shell } from "../shells/shell.ts";
import { workspaceShell } from "../shells/workspaceShell.ts";
import { systemTimeZone } from "../support/timeZone.ts";
import { runCommit } from "../workspace/commitQueue.ts";
import { MemoryFiles } from "./memoryFiles.ts";
import { commandsOf, loadStory, type Moment, type ReadDemo, type Story } from "./story.ts";
import { StoryTime } from "./storyTime.ts";

/** Time between two commands of a moment. */
const BETWEEN_COMMANDS_MS = 4000;
/** Spreads the seeds over all 32-bit numbers: 2^32 divided by the golden ratio, odd. */
const SEED_STEP = 0x9e37_79b1;

/** The demo project as files. */
export interface Demo {
  /** Name of its folder. */
  readonly folder: string;
  /** The content of the files by their paths relative to the folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Plays the story of the demo project in a language, as of now. */
export async function playDemo(loadEngine: LoadEngine, read: ReadDemo, language: string): Promise<Demo> {
  const now = Date.now();
  const story = await loadStory(read, language);
  return { folder: story.folder, files: await play(await loadEngine(), story, new StoryTime(now, systemTimeZone(now))) };
}

/** Plays a story, and returns its files with their paths relative to the folder of the project. */
export async function play(engineModule: EngineModule, story: Story, time: StoryTime): Promise<Map<string, Uint8Array>> {
  const files = new MemoryFiles();
  const player = new Player(new engineModule(), memoryShell(files), time);
  for (const moment of story.moments) await player.play(moment, story);
  const texts = Object.entries(story.files).map(([path, text]) => [path, new TextEncoder().encode(time.fill(text))] as const);
  return new Map([...texts, ...[...files.files()].map(([path, bytes]) => [`.handoff/${path}`, bytes] as const)]);
}

/** Nothing else accesses the files, so every call is atomic. */
function memoryShell(files: MemoryFiles): Shell {
  const shell = workspaceShell(files, (path) => path);
  return { ...shell, capabilities: { ...shell.capabilities, exclusiveCreate: true, atomicReplace: true } };
}

class Player {
  readonly #engine: Engine;
  readonly #shell: Shell;
  readonly #time: StoryTime;
  #commands = 0;

  constructor(engine: Engine, shell: Shell, time: StoryTime) {
    this.#engine = engine;
    this.#shell = shell;
    this.#time = time;
  }

  async play(moment: Moment, story: Story): Promise<void> {
    const actor = story.actors[moment.by];
    if (actor === undefined) throw new Error(`The story has no actor "${moment.by}".`);
    let now = this.#time.moment(moment.at);
    for (const command of commandsOf(moment, this.#time)) {
      await this.#run(command, this.#context(now, moment, actor));
      now += BETWEEN_COMMANDS_MS;
    }
  }

  #context(now: number, { at, by }: Moment, actor: Actor): Context {
    this.#commands += 1;
    const seed = Math.imul(this.#commands, SEED_STEP) >>> 0;
    // An agent has one conversation a day.
    const conversation = `${by}${at.slice(0, at.indexOf(" "))}`;
    const who = actor.kind === "agent" ? { ...actor, conversation } : actor;
    return { now, timeZone: this.#time.timeZone, actor: who, writer: by, seed };
  }

  async #run(command: Command, context: Context): Promise<void> {
    const conversation = {
      begin: () => this.#engine.begin(command, context, this.#shell.capabilities),
      answer: (answer: Answer) => this.#engine.answer(answer, context.now),
    };
    const outcome = await runCommit(conversation, {
      perform: (action) => perform(this.#shell, action),
      settleEditors: () => Promise.resolve({ kind: "ok" }),
    });
    if (outcome.kind === "done") return;
    const place = `${new Date(context.now).toISOString()} ${JSON.stringify(command)}`;
    throw new Error(`The story cannot be played: ${JSON.stringify(outcome)} at ${place}`);
  }
}
