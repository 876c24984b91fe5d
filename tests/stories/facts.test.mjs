// When is a fact present in a text?
import { expect, test } from "vitest";
import { isPresent } from "../../bench/play.mjs";

const load = `# Harbour
- Read the file as UTF-8 — the bank changed (was: Read the file as Latin-1)
- t2 Draw the map (due 2026-12-03), waits for t1
- Unverified: rows are unique
- The key is missing
- 03 Print the map (due 2026-12-03), 2.75h of users`;

test.each([
  ["a line with all parts", { line: ["draw the map", "2026-12-03"] }, true],
  ["parts on different lines", { line: ["Draw the map", "rows are unique"] }, false],
  ["parts on different lines, as text", { text: ["Draw the map", "rows are unique"] }, true],
  ["a part that is nowhere", { text: ["Draw the map", "Draw the coast"] }, false],
  ["one of several wordings", { line: ["Draw the map", ["Read the feed", "t1"]] }, true],
  ["none of several wordings", { line: ["Draw the map", ["Read the feed", "t3"]] }, false],
  ["what stands although it should not", { text: ["UTF-8"], not: ["The key is missing"] }, false],
  ["what is named as past", { text: ["UTF-8"], not: ["Latin-1"] }, true],
  ["what its line excuses", { text: ["UTF-8"], not: [["rows are unique", "unverified"]] }, true],
  ["what its line does not excuse", { text: ["UTF-8"], not: [["rows are unique", "confirmed"]] }, false],
  ["an ID on its own", { line: ["Print the map", "03"] }, true],
  ["an ID that is part of a date", { line: ["Draw the map", "03"] }, false],
  ["an ID that is part of a year", { line: ["Print the map", "02"] }, false],
  ["a number before its unit", { line: ["Print the map", "2.75"] }, true],
  ["a part of a number", { line: ["Print the map", "2"] }, false],
  ["a part of a word", { line: ["Print the map", "user"] }, false],
  ["another case of letters", { line: ["print the MAP"] }, true],
])("%s", (_, fact, expected) => {
  expect(isPresent(fact, load)).toBe(expected);
});
