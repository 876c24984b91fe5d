// Spends the day with Handoff, on the real server.
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stage, isPresent } from "../play.mjs";
import { questionsOf } from "./days.mjs";
import { Tally } from "./tally.mjs";

export const BUDGETS = [400, 800, 2_000];

/** Returns what the day costs, and what is known at its exams. */
export async function spendWithHandoff(day, layout, command, count) {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "handoff-day-")));
  try {
    const stage = new Stage({ ...day, layout }, command, scratch);
    stage.write(day.files);
    stage.commit("The first files");
    const exams = [];
    for (const session of day.sessions) {
      if (session.exam !== undefined) exams.push(...(await examine(stage, day, session.exam, join(scratch, session.exam), count)));
      await stage.session({ ...session, steps: session.steps.filter((step) => step.note === undefined) });
    }
    return { rows: rowsOf(stage.calls, count), refusals: stage.refusals, exams, fixed: await fixedCost(stage, count) };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Asks the questions of an exam of loads from a copy of the project, which so does not notice it. */
async function examine(stage, day, exam, copy, count) {
  cpSync(stage.project, copy, { recursive: true });
  const questions = stage.fill(questionsOf(day, exam));
  const results = [];
  for (const budget of BUDGETS) {
    const text = await stage.load(budget, copy);
    results.push({ exam, budget, tokens: count(text), asked: questions.length, missing: questions.filter((question) => !isPresent(question, text)), text });
  }
  return results;
}

function rowsOf(calls, count) {
  const tally = new Tally(count);
  for (const { about, by, tool, args, result } of calls) {
    if (tool === undefined) {
      tally.text(about, by, result);
    } else {
      const { content, structuredContent, isError } = result;
      const text = content[0].text;
      const value = structuredContent && JSON.stringify(structuredContent);
      tally.call(about, by, { args, text, value, isRefused: isError === true, isUnknown: text.includes("Not known, left out") });
    }
  }
  return tally.rows();
}

/** Returns the tokens that every conversation pays before its first call, by what they are for, and those of the skill, which is read when it is needed. */
async function fixedCost(stage, count) {
  const server = await stage.connect(stage.project, "next");
  const tools = count(JSON.stringify(await server.list()));
  await server.end();
  const file = (...path) => count(readFileSync(join(stage.project, ...path), "utf8"));
  return { tools, instructions: count(server.instructions) + file("CLAUDE.md"), skill: file(".claude", "skills", "handoff", "SKILL.md") };
}
