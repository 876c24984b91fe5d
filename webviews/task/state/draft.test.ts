import { expect, test } from "vitest";
import fc from "fast-check";
import { arrived, insisted, isUnsaved, returned, saved, sent, typed } from "./draft.ts";
import type { Draft } from "./draft.ts";

const agrees = (text: string, value: unknown): boolean => text.trim() === (value ?? "");

test("a file that changes under a draft leaves both", () => {
  const draft = typed(undefined, "mine", "old");
  expect(arrived(draft, "old", agrees)).toEqual(draft);
  const both = arrived(draft, "theirs", agrees);
  expect(both).toEqual({ text: "mine", base: "old", theirs: { value: "theirs" } });
  expect(isUnsaved(both as Draft, agrees)).toBe(false);
  const mine = insisted(both as Draft);
  expect(mine).toEqual({ text: "mine", base: "theirs" });
  expect(isUnsaved(mine, agrees)).toBe(true);
  expect(arrived(both as Draft, "old", agrees)).toEqual(draft);
});

test("a draft goes when the file says the same or nothing in it is unsaved", () => {
  expect(arrived(typed(undefined, "same ", "old"), "same", agrees)).toBeNull();
  expect(arrived(typed(undefined, "old", "old"), "theirs", agrees)).toBeNull();
});

test("a saved draft stays until the file is seen to say so", () => {
  const sending = sent(typed(undefined, "new", "old"), "new");
  expect(isUnsaved(sending, agrees)).toBe(false);
  const waiting = saved(sending, "old", agrees);
  expect(waiting).toEqual({ text: "new", base: "new" });
  expect(arrived(waiting as Draft, "new", agrees)).toEqual(waiting);
  expect(arrived(waiting as Draft, "changed again", agrees)).toBeNull();
  expect(saved(arrived(sending, "new", agrees) as Draft, "new", agrees)).toBeNull();
});

test("words typed while an answer is awaited are still unsaved after it", () => {
  const sending = typed(sent(typed(undefined, "one", "old"), "one"), "one two", "old");
  const after = saved(sending, "one", agrees);
  expect(after).toEqual({ text: "one two", base: "one" });
  expect(isUnsaved(after as Draft, agrees)).toBe(true);
});

test("a refused draft keeps its words, and what the file says meanwhile", () => {
  const sending = sent(typed(undefined, "mine", "old"), "mine");
  expect(returned(sending, "old", agrees)).toEqual({ text: "mine", base: "old" });
  expect(returned(sending, "theirs", agrees)).toMatchObject({ text: "mine", theirs: { value: "theirs" } });
});

test("unsaved words are never dropped by what arrives", () => {
  const words = fc.constantFrom("a", "b", "c");
  fc.assert(
    fc.property(words, words, fc.array(words), (text, base, files) => {
      let draft: Draft | null = typed(undefined, text, base);
      let file = base;
      for (const next of files) {
        if (draft === null) return;
        file = next;
        draft = arrived(draft, file, agrees);
        expect(draft !== null || file === text || text === base).toBe(true);
        expect(draft === null || (draft.theirs !== undefined) === (file !== base)).toBe(true);
      }
    }),
  );
});
