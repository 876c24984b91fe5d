// Spends the day with a file NOTES.md, which agents read at the start and edit when something changes.
import { isPresent } from "../play.mjs";
import { fillDates, questionsOf } from "./days.mjs";
import { Tally } from "./tally.mjs";

const PATH = "NOTES.md";
const EDITED = "The file NOTES.md has been updated.";

/** The text of the file. Each edit replaces one line, or all if it names none. */
export class Note {
  text = "";

  /** Returns the arguments of the call that makes the edit. */
  edit({ at, becomes }) {
    const lines = becomes.join("\n");
    if (at === undefined) {
      this.text = `${lines}\n`;
      return { file_path: PATH, content: this.text };
    }
    const before = this.text.split("\n");
    if (!before.includes(at)) throw new Error(`NOTES.md has no line ${at}`);
    this.text = before.flatMap((line) => (line === at ? becomes : [line])).join("\n");
    return { file_path: PATH, old_string: at, new_string: lines };
  }

  /** Returns the text without its last section, the tasks. */
  knowledge() {
    return this.text.slice(0, this.text.lastIndexOf("\n\n## "));
  }
}

/** Returns what the day costs, and what is known at its exams. */
export function spendWithNote(day, count) {
  const tally = new Tally(count);
  const note = new Note();
  const exams = [];
  for (const { about, client, steps, exam } of fillDates(day.sessions)) {
    if (exam !== undefined) {
      const questions = fillDates(questionsOf(day, exam));
      const missing = questions.filter((question) => !isPresent(question, note.text));
      exams.push({ exam, tokens: count(note.text), asked: questions.length, missing, text: note.text });
    }
    const readers = new Set();
    for (const { by = client, note: change, run } of steps) {
      const isFirst = run === undefined && !readers.has(by);
      if (isFirst || change === "read") tally.call(about, by, { args: { file_path: PATH }, text: note.text || "File does not exist." });
      readers.add(by);
      if (change !== undefined && change !== "read") tally.call(about, by, { args: note.edit(change), text: EDITED });
    }
  }
  return { rows: tally.rows(), exams, fixed: { instructions: count(day.instructions) } };
}
