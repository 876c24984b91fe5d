// Spends the day of bench/day with the command in `HANDOFF`, or else the one that the tests of the engine have built: what `npm run bench -- day` measures is the day that is meant.
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { DAYS } from "../../bench/day/days.mjs";
import { spendWithHandoff } from "../../bench/day/handoff.mjs";
import { spendWithNote } from "../../bench/day/note.mjs";
import { root } from "../../scripts/lib/paths.mjs";

const command = process.env.HANDOFF ?? join(root, "target", "debug", process.platform === "win32" ? "handoff.exe" : "handoff");
/** The tokenizer is not needed to know what was answered. */
const withoutCounting = () => 0;

describe.each(Object.entries(DAYS))("%s", (language, day) => {
  const layout = { English: "toml", Japanese: "json" }[language];
  let spent;
  beforeAll(async () => {
    spent = await spendWithHandoff(day, layout, command, withoutCounting);
  }, 120_000);

  test("no call is refused, and no conversation has more than eight", () => {
    expect(spent.refusals).toEqual([]);
    expect(spent.rows.filter(({ calls }) => calls > 8)).toEqual([]);
  });

  test.each([[800, 19], [2_000, 22]])("a load of %i tokens answers at least %i of 25 questions", (budget, least) => {
    for (const { exam, asked, missing } of spent.exams.filter((one) => one.budget === budget)) {
      expect(asked).toBe(25);
      expect(asked - missing.length, `${exam}, without an answer to: ${missing.map(({ ask }) => ask).join(" ")}`).toBeGreaterThanOrEqual(least);
    }
  });

  test("a note answers all questions", () => {
    expect(spendWithNote(day, withoutCounting).exams.map(({ exam, missing }) => [exam, missing])).toEqual([["after the crash", []], ["the next morning", []]]);
  });
});
