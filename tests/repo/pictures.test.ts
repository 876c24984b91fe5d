// Checks the pictures of the documents: none is left over, and each is small.
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/paths.mjs";
import { projectFiles, text } from "./files.ts";

const folder = "docs/pictures/";
const pictures = projectFiles().filter((file) => file.startsWith(folder));

test("each picture is shown by a document, and each picture of a document is there", () => {
  const documents = projectFiles().filter((file) => /^(?:README\.md|extension\/README\.md|docs\/[^/]+\.md)$/u.test(file));
  const shown = documents.flatMap((file) => [...text(file).matchAll(/pictures\/([\w-]+\.\w+)/gu)].map(([, name = ""]) => `${folder}${name}`));
  // The icon is drawn from it.
  const source = `${folder}icon.svg`;
  expect([...new Set([...shown, source])].toSorted()).toEqual(pictures.toSorted());
});

test.each([
  [".png", 300],
  [".gif", 2000],
])("each picture %s has at most %d kB", (ending, limit) => {
  const large = pictures.filter((file) => file.endsWith(ending) && statSync(join(root, file)).size > limit * 1000);
  expect(large).toEqual([]);
});
