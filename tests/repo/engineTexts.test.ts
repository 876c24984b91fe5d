// Checks that the engine has all its sentences in one place, from which the list for translators comes.
import { expect, test } from "vitest";
import { projectFiles, text } from "./files.ts";

const sources = projectFiles().filter(
  (file) => /^crates\/engine\/src\/.*\.rs$/u.test(file) && !/\/ground\/texts\/|\/tests?(?:\.rs|\/)/u.test(file),
);

/** Literals with two words that nobody reads as a sentence, by the start of their path. */
const exceptions = [
  "ground/words/", // lists of words
  "knowledge/handover/", // marks in Markdown files
  "knowledge/register/entry.rs", // names of kinds
  "read/view/export/", // names of fields in exported files
].map((path) => `crates/engine/src/${path}`);

/** Comments, attributes, assertions, characters and strings of Rust code. Only strings have the group `string`. */
const tokens =
  /\/\/[^\n]*|#!?\[(?:"(?:\\[^]|[^"\\])*"|[^"\]])*\]|\b(?:debug_assert\w*!|expect)\([^"]*"(?:\\[^]|[^"\\])*"|'(?:\\.[^']*|[^'\\])'|(?<string>\br(?<hashes>#*)"[^]*?"\k<hashes>|"(?:\\[^]|[^"\\])*")/gu;

/** Returns the string literals of a file without those of its tests. */
function strings(file: string): string[] {
  const [code = ""] = text(file).split("#[cfg(test)]\nmod ");
  return [...code.matchAll(tokens)].flatMap(({ groups }) => groups?.["string"] ?? []);
}

test("every sentence of the engine is in ground/texts", () => {
  const read = sources.filter((file) => !exceptions.some((path) => file.startsWith(path)));
  const isSentence = (literal: string) => /\p{L}{2,}[;:.]? \p{L}{2,}/u.test(literal.replaceAll(/\s*\{[^}]*\}/gu, ""));
  expect(read.flatMap((file) => strings(file).filter(isSentence).map((literal) => `${file}: ${literal}`))).toEqual([]);
});

test("no template of the engine is written where it is used", () => {
  const inline = /\bText(?:::(?:plain|with)\(\s*"|\s*\{\s*template:)[^\n]*/gu;
  const code = (file: string) => text(file).split("#[cfg(test)]\nmod ")[0] ?? "";
  expect(sources.flatMap((file) => [...code(file).matchAll(inline)].map(([use]) => `${file}: ${use}`))).toEqual([]);
});
