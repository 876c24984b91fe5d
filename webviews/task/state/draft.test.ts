import { expect, test } from "vitest";
import fc from "fast-check";
import { afterSnapshot, rebaseDraft, isUnsaved, afterRefusal, afterSave, startSending, withText } from "./draft.ts";
import type { Draft } from "./draft.ts";

const agrees = (text: string, value: unknown): boolean => text.trim() === (value ?? "");

test("a file change under a draft keeps both", () => {
  const draft = withText(undefined, "mine", "old");
  expect(afterSnapshot(draft, "old", agrees)).toEqual(draft);
  const both = afterSnapshot(draft, "theirs", agrees);
  expect(both).toEqual({ text: "mine", base: "old", theirs: { value: "theirs" } });
  expect(isUnsaved(both as Draft, agrees)).toBe(false);
  const mine = rebaseDraft(both as Draft);
  expect(mine).toEqual({ text: "mine", base: "theirs" });
  expect(isUnsaved(mine, agrees)).toBe(true);
  expect(afterSnapshot(both as Draft, "old", agrees)).toEqual(draft);
});

test("a draft ends when the file contains the same or nothing in it is unsaved", () => {
  expect(afterSnapshot(withText(undefined, "same ", "old"), "same", agrees)).toBeNull();
  expect(afterSnapshot(withText(undefined, "old", "old"), "theirs", agrees)).toBeNull();
});

test("a saved draft stays until the file contains it", () => {
  const sending = startSending(withText(undefined, "new", "old"), "new");
  expect(isUnsaved(sending, agrees)).toBe(false);
  const waiting = afterSave(sending, "old", agrees);
  expect(waiting).toEqual({ text: "new", base: "new" });
  expect(afterSnapshot(waiting as Draft, "new", agrees)).toEqual(waiting);
  expect(afterSnapshot(waiting as Draft, "changed again", agrees)).toBeNull();
  expect(afterSave(afterSnapshot(sending, "new", agrees) as Draft, "new", agrees)).toBeNull();
});

test("text typed while a save is pending is still unsaved after it", () => {
  const sending = withText(startSending(withText(undefined, "one", "old"), "one"), "one two", "old");
  const after = afterSave(sending, "one", agrees);
  expect(after).toEqual({ text: "one two", base: "one" });
  expect(isUnsaved(after as Draft, agrees)).toBe(true);
});

test("a refused draft keeps its text and the file's current value", () => {
  const sending = startSending(withText(undefined, "mine", "old"), "mine");
  expect(afterRefusal(sending, "old", agrees)).toEqual({ text: "mine", base: "old" });
  expect(afterRefusal(sending, "theirs", agrees)).toMatchObject({ text: "mine", theirs: { value: "theirs" } });
});

test("unsaved text is never dropped by an update", () => {
  const words = fc.constantFrom("a", "b", "c");
  fc.assert(
    fc.property(words, words, fc.array(words), (text, base, files) => {
      let draft: Draft | null = withText(undefined, text, base);
      let file = base;
      for (const next of files) {
        if (draft === null) return;
        file = next;
        draft = afterSnapshot(draft, file, agrees);
        expect(draft !== null || file === text || text === base).toBe(true);
        expect(draft === null || (draft.theirs !== undefined) === (file !== base)).toBe(true);
      }
    }),
  );
});
