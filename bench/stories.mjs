// Plays the stories of tests/stories and prints which share of their facts the next agent finds in what it loads.
// `node bench/stories.mjs [NAME …] [--verbose | --loads]`: `--verbose` lists the missing facts and the refused calls, `--loads` also prints the loads.
// The last line is a JSON object: percentages by story and budget.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { VALUES, play, stories } from "./play.mjs";

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: "boolean" }, loads: { type: "boolean" } },
});
const command = process.env.HANDOFF ?? fileURLToPath(new URL("../target/command/handoff", import.meta.url));
const isChosen = ({ name }) => names.length === 0 || names.some((part) => name.toLowerCase().includes(part.toLowerCase()));

const share = (missing, facts) => (100 * (facts.length - missing.length)) / facts.length;
const percent = (missing, facts) => `${share(missing, facts).toFixed(0)} %`;
const result = {};
for (const story of stories().filter(isChosen)) {
  const { facts, refusals, loads } = await play(story, command);
  result[story.name] = Object.fromEntries(loads.map(({ budget, missing }) => [budget, share(missing, facts)]));
  console.log(`\n# ${story.name}: ${story.sessions.length} sessions, ${facts.length} facts`);
  for (const { budget, missing } of loads) {
    const of = (value) => percent(missing.filter((fact) => fact.value === value), facts.filter((fact) => fact.value === value));
    console.log(`${budget} tokens: ${percent(missing, facts)} (${VALUES.map((value) => `${value} ${of(value)}`).join(", ")})`);
  }
  if (options.verbose || options.loads) {
    if (refusals.length > 0) console.log(`\nRefused:\n${refusals.map((refusal) => `- ${refusal}`).join("\n")}`);
    console.log("\nMissing, with the budgets:");
    for (const fact of facts) {
      const budgets = loads.filter(({ missing }) => missing.includes(fact)).map(({ budget }) => budget);
      if (budgets.length > 0) console.log(`- ${fact.value} at ${budgets.join(", ")}: ${fact.ask} ${wanted(fact)}`);
    }
  }
  if (options.loads) for (const { budget, text } of loads) console.log(`\n--- ${story.name}, ${budget} tokens ---\n${text}`);
}
console.log(`\n${JSON.stringify(result)}`);

/** Describes what a fact looks for. */
function wanted({ line, text, not }) {
  const list = (parts) => parts.map((part) => `“${[part].flat().join("” or “")}”`).join(" + ");
  const on = line === undefined ? [] : [`on one line ${list(line)}`];
  const without = not === undefined ? [] : [`without ${not.map((entry) => `“${[entry].flat()[0]}”`).join(", ")}`];
  return [...on, ...(text === undefined ? [] : [list(text)]), ...without].join("; ");
}
