// Plays a story of tests/stories (README.md there describes the format) on the real server, and checks which facts the next agent finds.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "./mcp.mjs";

export const BUDGETS = [300, 800, 2_000];
/** How much a fact is worth to the next agent. */
export const VALUES = ["must", "should", "nice"];

const folder = fileURLToPath(new URL("../tests/stories/", import.meta.url));

/** Returns the stories, in the order of their file names. */
export function stories() {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.toSorted().map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
}

/** Plays a story and returns what the next agent knows: `{ facts, refusals, loads: [{ budget, text, missing }] }`. */
export async function play(story, command) {
  check(story);
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "handoff-story-")));
  try {
    const stage = new Stage(story, command, scratch);
    stage.write(story.files);
    if (story.git === true) stage.commit("The first files");
    for (const session of story.sessions) await stage.session(session);
    const facts = stage.fillFacts(story.facts);
    const loads = [];
    for (const budget of BUDGETS) {
      const text = await stage.load(budget, stage.project);
      loads.push({ budget, text, missing: facts.filter((fact) => !isPresent(fact, text)) });
    }
    return { facts, refusals: stage.refusals, loads };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The folders and processes of one story. */
export class Stage {
  /** The values of names in braces. */
  #names = new Map();
  #today = Date.now();
  #env;
  /** Calls that the server refused, and calls that were left out because they need the result of such a call. */
  refusals = [];
  /** The calls of tools and the runs of hooks: `{ about, by, tool or hook, args, result }`. */
  calls = [];

  constructor(story, command, scratch) {
    this.story = story;
    this.command = command;
    this.scratch = scratch;
    this.project = join(scratch, "project");
    this.#names.set("project", this.project);
    mkdirSync(this.project);
    const { PATH, SystemRoot } = process.env;
    // With a fixed time the hash of a commit is the same in every play, and takes the same number of tokens.
    const date = "2026-01-05T09:00:00Z";
    const git = { GIT_CONFIG_GLOBAL: join(scratch, "gitconfig"), GIT_CONFIG_NOSYSTEM: "1", GIT_CEILING_DIRECTORIES: scratch, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const home = { HOME: scratch, USERPROFILE: scratch, XDG_STATE_HOME: join(scratch, "state") };
    this.#env = { PATH, SystemRoot, ...git, ...home, TZ: "UTC", HANDOFF_LAYOUT: story.layout };
    writeFileSync(git.GIT_CONFIG_GLOBAL, "[user]\nname = Story\nemail = story@example.invalid\n[init]\ndefaultBranch = main\n");
  }

  /** Replaces names in braces: `{+3d}` is a day from today, `{parser}` the ID of what a step called so. */
  fill(value) {
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.fill(item)]));
    if (typeof value !== "string") return value;
    return value.replace(/\{(?:([+-]\d+)d|([\w-]+))\}/gu, (_, days, name) => {
      if (days !== undefined) return new Date(this.#today + Number(days) * 86_400_000).toISOString().slice(0, 10);
      return this.#named(name);
    });
  }

  /** Returns facts with the names filled in that are known. The others stay: the server refused the calls that set them. */
  fillFacts(facts) {
    for (const name of this.story.sessions.flatMap(({ steps }) => steps.flatMap(({ as = [] }) => as)))
      if (!this.#names.has(name)) this.#names.set(name, `{${name}}`);
    return this.fill(facts);
  }

  #named(name) {
    const known = this.#names.get(name);
    if (known === undefined) throw new UnknownName(name);
    return known;
  }

  /** Runs the steps of a conversation, and of those beside it: each agent has its own server process, from its first step to the end of the session. */
  async session({ about, client = "agent", steps, ends = "closed", folder: other }) {
    const place = other === undefined ? this.project : join(this.scratch, other);
    mkdirSync(place, { recursive: true });
    const servers = new Map();
    const serverOf = async (by) => {
      if (!servers.has(by)) servers.set(by, await this.connect(place, by));
      return servers.get(by);
    };
    try {
      for (const { by = client, ...step } of steps) {
        try {
          await this.#step(this.fill(step), { about, by, place, serverOf });
        } catch (error) {
          if (!(error instanceof UnknownName)) throw error;
          this.refusals.push(`${about}: left out, because ${error.message} is unknown: ${JSON.stringify(step)}`);
        }
      }
      if (ends === "killed") await servers.get(client).kill();
    } finally {
      for (const server of servers.values()) await server.end();
    }
  }

  /** Starts a server in a folder, and returns it with the instructions that it gives to the model. */
  async connect(place, client) {
    const server = connect(this.command, ["mcp", "--project", place], { env: this.#env });
    const { instructions } = await server.greet(client);
    return { ...server, instructions };
  }

  async #step({ as: name, ...step }, { about, by, place, serverOf }) {
    const [[kind, value]] = Object.entries(step);
    const action = { write: this.write, rename: this.rename, delete: this.delete, commit: this.commit }[kind];
    if (action !== undefined) return action.call(this, value);
    if (kind === "kill") return (await serverOf(by)).kill();
    if (kind === "run") return this.#run(value, place);
    if (kind === "hook") {
      const result = this.#run(["hook", value], place, { cwd: place, session_id: "c1", hook_event_name: value });
      this.calls.push({ about, by, hook: value, result });
      return;
    }
    const result = await (await serverOf(by)).call(`handoff_${kind}`, value);
    this.calls.push({ about, by, tool: `handoff_${kind}`, args: value, result });
    if (result.isError) {
      this.refusals.push(`handoff_${kind} ${JSON.stringify(value)}\n    ${result.content[0].text}`);
    } else if (name !== undefined) {
      const { id, session_id: session, referral_id: referral, created = [] } = result.structuredContent;
      const ids = Array.isArray(name) ? created.map((task) => task.id) : [id ?? session ?? referral];
      for (const [index, one] of [name].flat().entries()) this.#names.set(one, ids[index]);
    }
  }

  /** Writes files: path to lines. */
  write(files) {
    for (const [path, lines] of Object.entries(files)) {
      const file = join(this.project, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${lines.join("\n")}\n`);
    }
  }

  rename(paths) {
    for (const [from, to] of Object.entries(paths)) renameSync(join(this.project, from), join(this.project, to));
  }

  delete(path) {
    rmSync(join(this.project, path));
  }

  /** Commits all files but those of Handoff: their times would make the hash, which a load has, another one in each play. */
  commit(message) {
    const git = (...args) => execFileSync("git", args, { cwd: this.project, env: this.#env, stdio: ["ignore", "ignore", "inherit"] });
    git("init", "--quiet");
    git("add", "--all", "--", ".", ":!.handoff");
    git("commit", "--quiet", "--allow-empty", "--message", message);
  }

  /** Runs the command, as a person or a hook does, and returns what it prints. */
  #run(args, place, input) {
    const { status, stdout, stderr } = spawnSync(this.command, args, { cwd: place, env: this.#env, input: input && JSON.stringify(input), encoding: "utf8" });
    if (status !== 0) this.refusals.push(`handoff ${args.join(" ")}\n    ${stderr}`);
    return stdout;
  }

  /** Returns the context that the next agent loads in a folder. */
  async load(budget, place) {
    const server = await this.connect(place, "next");
    const { content } = await server.call("handoff_load_context", { budget_tokens: budget });
    await server.end();
    return content[0].text;
  }
}

/** A name in braces that no step has set. */
class UnknownName extends Error {}

/** Refuses facts that say nothing, or that no step gives. A list of wordings is free in its words. */
function check({ sessions, facts }) {
  const given = JSON.stringify(sessions);
  for (const fact of facts) {
    const parts = [...(fact.line ?? []), ...(fact.text ?? [])];
    const foreign = parts.filter((part) => !Array.isArray(part) && !given.includes(JSON.stringify(part).slice(1, -1)));
    if (parts.length === 0 || !VALUES.includes(fact.value)) throw new Error(`Not a fact: ${JSON.stringify(fact)}`);
    if (foreign.length > 0) throw new Error(`No step gives ${JSON.stringify(foreign)}: ${fact.ask}`);
  }
}

/** Words that say that something does not stand any more. */
const PAST = ["superseded", "replaced", "withdrawn", "reversed", "no longer", "formerly", "→", "was:", "instead of"];

/** Returns a pattern for whole words. The ID 02 is part neither of 2026-12-02 nor of 02.1, but 2.75 is in 2.75h. */
function pattern(wording) {
  const before = /^\d/u.test(wording) ? "(?<!\\d|\\d[-.])" : /^[a-z]/iu.test(wording) ? "(?<![a-z0-9])" : "";
  const after = /\d$/u.test(wording) ? "(?!\\d|[-.]\\d)" : /[a-z]$/iu.test(wording) ? "(?![a-z0-9])" : "";
  return new RegExp(before + RegExp.escape(wording) + after, "iu");
}

/** Returns whether a text holds a fact: `line` on one line, `text` anywhere, and `not` nowhere but on lines that excuse it. */
export function isPresent({ line, text = [], not = [] }, load) {
  const lines = load.split("\n");
  const has = (place, part) => [part].flat().some((wording) => pattern(wording).test(place));
  const isGone = (entry) => {
    const [wrong, ...excuses] = [entry].flat();
    return lines.every((one) => !has(one, wrong) || has(one, [...PAST, ...excuses]));
  };
  const hasLine = line === undefined || lines.some((one) => line.every((part) => has(one, part)));
  return hasLine && text.every((part) => has(load, part)) && not.every(isGone);
}
