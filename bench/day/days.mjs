// The scripted day, in two languages.
import { readFileSync } from "node:fs";

const json = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"));

// The longest first: some phrases are parts of others.
const phrases = Object.entries(json("ja")).toSorted(([first], [second]) => second.length - first.length);

/** Translates the phrases of what agents write. */
function translate(value, key = "") {
  if (["files", "write", "about", "ask"].includes(key)) return value;
  if (Array.isArray(value)) return value.map((item) => translate(item));
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, translate(item, name)]));
  return typeof value === "string" ? phrases.reduce((text, [phrase, meaning]) => text.replaceAll(phrase, meaning), value) : value;
}

const english = json("day");
export const DAYS = { English: english, Japanese: translate(english) };

const now = Date.now();

/** Replaces `{+3d}` by the day in three days, and keeps other names in braces. */
export function fillDates(value) {
  const day = (days) => new Date(now + Number(days) * 86_400_000).toISOString().slice(0, 10);
  return JSON.parse(JSON.stringify(value).replaceAll(/\{([+-]\d+)d\}/gu, (_, days) => day(days)));
}

/** Returns the questions of an exam. Those that name none are asked at each. */
export const questionsOf = (day, exam) => day.questions.filter((question) => (question.exam ?? exam) === exam);
