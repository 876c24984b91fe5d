// Writes a project of a given size in the layout of `handoff-mcp`; the same size gives the same project.
// Three levels, dates, criteria, notes, labels, and half as many dependencies as tasks, each on an earlier task.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const verbs = ["Parse", "Draw", "Cache", "Test", "Measure", "Document", "Retry", "Review", "Move", "Split"];
const nouns = ["feed", "station list", "tide table", "map tile", "legend", "潮位データ", "alert rule", "wave overlay"];
const people = ["maya", "kenji", "ai", "noor", "sam"];
const statuses = ["todo", "todo", "todo", "in_progress", "review", "done", "done", "blocked", "skipped"];

/** Returns a generator of numbers in [0, 1): linear congruential, with the constants of Numerical Recipes. @param {number} seed */
export function random(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function stamp(index) {
  return new Date(Date.UTC(2026, 9, 1) + index * 60_000).toISOString().replace("Z", "000000+00:00");
}

function day(offset) {
  return new Date(Date.UTC(2026, 10, 1) + offset * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Writes `<folder>/.handoff` with `size` tasks and returns the ids in order. `adjust` may change a task before it is written.
 * @param {string} folder @param {number} size @param {(task: any, status: string) => object} [adjust] @returns {string[]}
 */
export function generate(folder, size, adjust = (task) => task) {
  const root = join(folder, ".handoff");
  rmSync(root, { recursive: true, force: true });
  const next = random(size);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const made = [];
  const children = new Map();
  /** Depends on a task of an earlier branch, or on an earlier leaf of the same branch, so that no cycle closes, also through parents. */
  const dependency = (index, within) => {
    const earlier = index - within;
    const any = Math.floor(next() * index);
    const fits = any < earlier || (within >= 4 && any - earlier >= 4);
    const other = fits ? any : Math.floor(next() * earlier);
    return other < earlier || fits ? { dependencies: [made[other].id] } : {};
  };
  for (let index = 0; index < size; index += 1) {
    // Ten tasks per branch: one parent, three subtasks, six leaves below them.
    const within = index % 10;
    const parent = within === 0 ? undefined : made[index - within + (within < 4 ? 0 : 1 + ((within - 4) % 3))];
    const number = (children.get(parent?.id ?? "") ?? 0) + 1;
    children.set(parent?.id ?? "", number);
    const id = parent ? `${parent.id}.${number}` : `t${number}`;
    const title = `${pick(verbs)} ${pick(nouns)} ${index}`;
    const status = within < 4 ? "in_progress" : pick(statuses);
    const slug = title.toLowerCase().replaceAll(/[ _.]+/g, "-");
    const path = join(parent?.path ?? join(root, "tasks"), `${id}-${slug}`);
    const start = Math.floor(next() * 60);
    const task = {
      id,
      title,
      notes: `Why: ${pick(nouns)} is slow.\n\n- step one\n- step two`,
      ...(next() < 0.6 ? { priority: pick(["low", "medium", "high"]) } : {}),
      created_at: stamp(index),
      updated_at: stamp(index),
      ...(status === "done" ? { completed_at: stamp(index + 500) } : {}),
      labels: [pick(["backend", "frontend", "データ", "risk"])],
      done_criteria: [1, 2, 3].map((n) => ({ item: `criterion ${n}`, checked: status === "done" || next() < 0.4 })),
      schedule: {
        start_date: day(start),
        due_date: day(start + 1 + Math.floor(next() * 6)),
        estimate_hours: 0.5 + Math.floor(next() * 16),
        milestone: pick(["alpha", "v1.0 公開"]),
      },
      ...(index > 0 && next() < 0.5 ? dependency(index, within) : {}),
      order: number - 1,
      assignee: pick(people),
    };
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, `_task.${status}.json`), JSON.stringify(adjust(task, status), null, 2));
    made.push({ id, path });
  }
  writeFileSync(
    join(root, "config.toml"),
    [
      '[project]\nname = "Generated"\n',
      "[settings]\nhistory_limit = 20\n",
      ...people.map((key, index) => `[assignees.${key}]\ndisplay_name = "${key}"\ncolor = "#${index}F80ED"\n`),
      '[milestones.alpha]\ndate = "2026-12-05"\n',
      '[milestones."v1.0 公開"]\ndate = "2027-01-05"\n',
    ].join("\n"),
  );
  return made.map(({ id }) => id);
}
