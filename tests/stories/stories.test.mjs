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

describe.each(stories())("$name", (story) => {
  let played;
  beforeAll(async () => {
    played = await play(story, command);
  }, 120_000);

  test("is told in at least four conversations and asks for at least 40 facts", () => {
    expect(story.sessions.length).toBeGreaterThanOrEqual(4);
    expect(story.facts.length).toBeGreaterThanOrEqual(40);
  });

  test("no call is refused", () => {
    expect(played.refusals).toEqual([]);
  });

  test.each([
    [2_000, 97],
    [800, 75],
  ])("a load of %i tokens has %i %% of the facts", (tokens, aim) => {
    const { missing } = played.loads.find(({ budget }) => budget === tokens);
    const share = (100 * (played.facts.length - missing.length)) / played.facts.length;
    expect(share, `without an answer to: ${missing.map(({ ask }) => ask).join(" ")}`).toBeGreaterThanOrEqual(aim);
  });
});
