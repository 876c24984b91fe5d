// Checks that no tracked file contains a path of a developer's machine or a package registry.
import { expect, test } from "vitest";
import { projectFiles, text } from "./files.ts";

/** Binary files, and snapshots, which repeat the content of these projects. */
const unread = /\.(?:png|gif|wasm|woff2?|ttf|ico|bin|snap)$/u;

const forbidden: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a folder of a machine", /(?<![\w.~)}\]])\/(?:work|home|Users|root)\/[\w.-]+/u],
  ["a Windows home folder", /\b[A-Z]:\\+Users\\+\w/u],
  ["the host of a package registry", /\b(?:registry\.npmjs|registry\.yarnpkg|index\.crates|static\.crates)\.\w+\b/u],
];

test.each(forbidden)("no file names %s", (_what, pattern) => {
  const files = projectFiles().filter(
    (file) => !unread.test(file) && !file.startsWith("tests/projects/") && !file.includes("/corpus/"),
  );
  const found = files.flatMap((file) => {
    const match = pattern.exec(text(file));
    return match === null ? [] : [`${file}: ${match[0]}`];
  });
  expect(found).toEqual([]);
});
