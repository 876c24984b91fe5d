// Plays the stories with the command in `HANDOFF`, or else the one that the tests of the engine have built: what does the next agent know?
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { play, stories } from "../../bench/play.mjs";
import { root } from "../../scripts/lib/paths.mjs";

const built = join(root, "target", "debug", process.platform === "win32" ? "handoff.exe" : "handoff");
const command = process.env.HANDOFF ?? built;

test("the command has been built", () => {
  expect(existsSync(command), `There is no ${command}. "cargo build -p handoff-cli" makes it.`).toBe(true);
});

const all = stories();
const played = new Map();

/** Returns the share of the facts of some stories in their loads with this budget, in percent, and the questions without an answer. */
function share(names, tokens) {
  const results = names.map((name) => played.get(name));
  const missing = results.flatMap(({ loads }) => loads.find(({ budget }) => budget === tokens).missing);
  const facts = results.reduce((sum, { facts: { length } }) => sum + length, 0);
  return { percent: (100 * (facts - missing.length)) / facts, unanswered: missing.map(({ ask }) => ask).join(" ") };
}

describe.each(all)("$name", (story) => {
  beforeAll(async () => {
    played.set(story.name, await play(story, command));
  }, 120_000);

  test("is told in at least four conversations and asks for at least 40 facts", () => {
    expect(story.sessions.length).toBeGreaterThanOrEqual(4);
    expect(story.facts.length).toBeGreaterThanOrEqual(40);
  });

  test("no call is refused", () => {
    expect(played.get(story.name).refusals).toEqual([]);
  });

  test("a load of 2,000 tokens has 97 percent of the facts", () => {
    const { percent, unanswered } = share([story.name], 2_000);
    expect(percent, `without an answer to: ${unanswered}`).toBeGreaterThanOrEqual(97);
  });
});

test("loads of 800 tokens have 80 percent of the facts of all stories", () => {
  const { percent, unanswered } = share([...played.keys()], 800);
  expect(played.size).toBe(all.length);
  expect(percent, `without an answer to: ${unanswered}`).toBeGreaterThanOrEqual(80);
});
