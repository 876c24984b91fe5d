// Changes to the notes and the checklist of a session as updates of its record.

import type { SessionUpdate } from "../../../webviews/contract/generated/protocol.ts";
import type { SessionEdit } from "../../../webviews/contract/sessions.ts";

const NOTES = "handoff_notes";
const CHECKLIST = "checklist";

export function updateOfEdit(edit: SessionEdit): SessionUpdate {
  switch (edit.kind) {
    case "addNote":
      return { add: [[NOTES, noteOf(edit)]], remove: [] };
    case "editNote":
      return { add: [[NOTES, noteOf(edit)]], remove: [{ list: NOTES, entry: edit.was }] };
    case "removeNote":
      return { add: [], remove: [{ list: NOTES, entry: edit.was }] };
    case "addItem":
      return { add: [[CHECKLIST, { item: edit.text, checked: false, owner: edit.owner }]], remove: [] };
    case "editItem":
      return { edit: { index: edit.index, seen: edit.seen, item: edit.text, owner: edit.owner }, add: [], remove: [] };
    case "removeItem":
      return { add: [], remove: [{ list: CHECKLIST, entry: edit.was }] };
  }
}

function noteOf({ text, category }: { text: string; category: string }) {
  return { note: text, category };
}
