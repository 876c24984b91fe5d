// What happens to words that a person has typed and that may not be in the file yet. Pure: each function takes a draft
// and returns the next one, or null when there is nothing left that the file does not say.
// Invariant: a draft is only dropped when the file says the same, when nothing in it is unsaved, or when the person says so.

export type Value = string | number | boolean | null;

export interface Draft {
  /** As it stands in the control. */
  text: string;
  /** What the file said when the person began, or what was saved last. */
  base: Value;
  /** What the file says now, when somebody else changed the field meanwhile. */
  theirs?: { value: Value };
  /** What is on its way to the file. */
  sending?: { value: Value };
}

/** Whether a text means a value; false for a text that means nothing yet. */
export type MatchesValue = (text: string, value: Value) => boolean;

export function withText(draft: Draft | undefined, text: string, file: Value): Draft {
  return draft === undefined ? { text, base: file } : { ...draft, text };
}

/** The file was read again. While an answer is awaited its own arrival decides. */
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

/** The write was made. The draft stays until the file is seen to say so, so that the old value does not flash up. */
export function afterSave(draft: Draft, file: Value, agrees: MatchesValue): Draft | null {
  const { sending, ...rest } = draft;
  if (sending === undefined) return draft;
  const base = sending.value;
  return agrees(draft.text, base) && agrees(draft.text, file) ? null : { ...rest, base };
}

/** The write was refused or failed: the words stay, and so does what the file says meanwhile. */
export function afterRefusal(draft: Draft, file: Value, agrees: MatchesValue): Draft | null {
  const { sending: _, ...rest } = draft;
  return afterSnapshot(rest, file, agrees);
}

/** The person has seen what the file says and wants their own words nevertheless. */
export function rebaseDraft(draft: Draft): Draft {
  const { theirs, ...rest } = draft;
  return theirs === undefined ? draft : { ...rest, base: theirs.value };
}

/** Whether there is something to save now. */
export function isUnsaved(draft: Draft, agrees: MatchesValue): boolean {
  return draft.sending === undefined && draft.theirs === undefined && !agrees(draft.text, draft.base);
}
