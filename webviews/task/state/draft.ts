// Typed text that may not be in the file yet. Pure: each function takes a draft and returns the
// next one, or null if the file contains everything.
// Invariant: a draft is dropped only if the file contains it, if nothing in it is unsaved, or if
// the user discards it.

export type Value = string | number | boolean | null;

export interface Draft {
  /** Text in the control. */
  text: string;
  /** The file's value when editing began, or the value saved last. */
  base: Value;
  /** The file's current value, if another program changed the field meanwhile. */
  theirs?: { value: Value };
  /** The value that is being saved. */
  sending?: { value: Value };
}

/** Returns whether a text means a value; false for invalid text. */
export type MatchesValue = (text: string, value: Value) => boolean;

export function withText(draft: Draft | undefined, text: string, file: Value): Draft {
  return draft === undefined ? { text, base: file } : { ...draft, text };
}

/** Updates a draft after a snapshot. While a save is pending, its answer decides. */
export function afterSnapshot(draft: Draft, file: Value, agrees: MatchesValue): Draft | null {
  if (draft.sending !== undefined) return draft.sending.value === file ? { ...draft, base: file } : draft;
  const { theirs: _, ...rest } = draft;
  if (file === draft.base) return rest;
  if (agrees(draft.text, file) || agrees(draft.text, draft.base)) return null;
  return { ...rest, theirs: { value: file } };
}

export function startSending(draft: Draft, value: Value): Draft {
  return { ...draft, sending: { value } };
}

/**
 * Updates a draft after it was saved. It stays until a snapshot contains it, so that the old value
 * does not reappear.
 */
export function afterSave(draft: Draft, file: Value, agrees: MatchesValue): Draft | null {
  const { sending, ...rest } = draft;
  if (sending === undefined) return draft;
  const base = sending.value;
  return agrees(draft.text, base) && agrees(draft.text, file) ? null : { ...rest, base };
}

/** Updates a draft after a refusal or failure: the text stays, and so does a conflict. */
export function afterRefusal(draft: Draft, file: Value, agrees: MatchesValue): Draft | null {
  const { sending: _, ...rest } = draft;
  return afterSnapshot(rest, file, agrees);
}

/** Resolves a conflict in favor of the draft. */
export function rebaseDraft(draft: Draft): Draft {
  const { theirs, ...rest } = draft;
  return theirs === undefined ? draft : { ...rest, base: theirs.value };
}

/** Returns whether there is something to save. */
export function isUnsaved(draft: Draft, agrees: MatchesValue): boolean {
  return draft.sending === undefined && draft.theirs === undefined && !agrees(draft.text, draft.base);
}
