// `npm run bench -- day`: spends a scripted day with Handoff, in both layouts and in two languages, with a file NOTES.md, and with Backlog.md. Prints what it costs and what is known.
// `node bench/day.mjs [--verbose | --loads]`: `--verbose` lists the conversations, the refusals and the questions without an answer, `--loads` also prints what was read.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { spendWithBacklog } from "./day/backlog.mjs";
import { DAYS } from "./day/days.mjs";
import { BUDGETS, spendWithHandoff } from "./day/handoff.mjs";
import { installBacklog, installTokenizer } from "./day/install.mjs";
import { spendWithNote } from "./day/note.mjs";
import { sum } from "./day/tally.mjs";

const { values: options } = parseArgs({ options: { verbose: { type: "boolean" }, loads: { type: "boolean" } } });
const command = process.env.HANDOFF ?? fileURLToPath(new URL("../target/command/handoff", import.meta.url));
const count = await installTokenizer();
const backlog = await installBacklog();
const results = [];
for (const [language, day] of Object.entries(DAYS)) {
  for (const layout of ["toml", "json"]) results.push({ name: `Handoff, ${layout.toUpperCase()}`, language, ...(await spendWithHandoff(day, layout, command, count)) });
  results.push({ name: "NOTES.md", language, ...spendWithNote(day, count) });
  if (backlog.script !== undefined) results.push({ name: "Backlog.md", language, ...(await spendWithBacklog(day, backlog.script, count)) });
}

const number = (value) => value.toLocaleString("en");
function print(title, head, rows) {
  console.log(`\n## ${title}\n\n| ${head.join(" | ")} |\n|${head.map(() => " --- |").join("")}`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

print(
  "What a day costs",
  ["with", "language", "calls", "most in a conversation", "refused", "arguments", "answers", "fixed", "all", "all with values"],
  results.map(({ name, language, rows, fixed }) => {
    const always = rows.length * ((fixed.tools ?? 0) + fixed.instructions);
    const [given, answered, values] = ["given", "answered", "values"].map((column) => sum(rows, column));
    const most = Math.max(...rows.map(({ calls }) => calls));
    return [name, language, sum(rows, "calls"), most, sum(rows, "refused"), ...[given, answered, always, given + answered + always, given + values + always].map(number)];
  }),
);
console.log("\nTokens (o200k). Fixed: the list of tools and the instructions, of the server and in the project, in each conversation. Values: what a client shows to the model in place of a text.");
for (const { name, language, fixed } of results) console.log(`${name}, ${language}: ${Object.entries(fixed).map(([part, tokens]) => `${part} ${number(tokens)}`).join(", ")}`);

const known = ({ asked, missing, tokens }) => `${asked - missing.length} of ${asked} (${number(tokens)} tokens)`;
print(
  "What is known",
  ["with", "language", "budget", ...results[0].exams.filter(({ budget }) => budget === BUDGETS[0]).map(({ exam }) => exam)],
  results.flatMap(({ name, language, exams }) =>
    [...new Set(exams.map(({ budget }) => budget))].map((budget) => [name, language, budget ?? "", ...exams.filter((one) => one.budget === budget).map(known)]),
  ),
);
if (backlog.reason !== undefined) console.log(`\nWithout Backlog.md, which cannot run here: ${backlog.reason}`);

if (options.verbose || options.loads) for (const result of results) printDetails(result);

function printDetails({ name, language, rows, refusals = [], exams }) {
  const columns = ["calls", "refused", "unknown", "given", "answered", "values"];
  print(`${name}, ${language}`, ["conversation", "agent", ...columns], rows.map((row) => [row.about, row.by, ...columns.map((column) => number(row[column]))]));
  if (refusals.length > 0) console.log(`\nRefused:\n${refusals.map((refusal) => `- ${refusal}`).join("\n")}`);
  for (const { exam, budget, missing, text } of exams) {
    console.log(`\nMissing ${exam}${budget === undefined ? "" : `, ${budget} tokens`}: ${missing.map(({ ask }) => ask).join(" ") || "nothing"}`);
    if (options.loads) console.log(`\n${text}`);
  }
}
