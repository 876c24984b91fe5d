// Finds tasks, sessions and records of the library by words, as a text for an agent.

import type { Project } from "../workspace/project.ts";

/** Maximum number of lines of a kind. */
const MAX_LINES = 20;

/** Returns what has all words of a text: the tasks, sessions, memories, referrals and documents of a loaded project. */
export function searchProject(project: Project, text: string): string {
  const { columns } = project.view({ kind: "board", filter: { text } });
  const cards = columns.flatMap((column) => column.cards);
  const tasks = columns.reduce((sum, { total }) => sum + total, 0);
  const sessions = project.view({ kind: "sessionSearch", text });
  const { memories, referrals, documents } = project.view({ kind: "library", text });
  const parts = [
    section("Tasks", cards.map(({ id, status, title, path }) => `${id} [${status}] ${title} (${fileName(path)})`), tasks),
    section("Sessions, which handoff_load_context shows with session_id", sessions.map(({ id, excerpt }) => `${id}: ${excerpt}`)),
    section("Memories", memories.map(({ text: memory, path }) => `${memory} (${fileName(path)})`)),
    section("Referrals", referrals.map(({ status, summary, path }) => `[${status}] ${summary} (${fileName(path)})`)),
    section("Documents", documents.map(({ title, path }) => `${title} (${fileName(path)})`)),
  ].flat();
  return parts.length === 0 ? "Nothing has all of these words." : parts.join("\n");
}

/** Returns the heading and the first lines; nothing without lines. `total` also counts what has no line. */
function section(title: string, lines: readonly string[], total = lines.length): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MAX_LINES).map((line) => `- ${line.replaceAll(/\s+/gu, " ").trim()}`);
  return [`${title}:`, ...shown, ...(total > shown.length ? [`- and ${total - shown.length} more`] : [])];
}

/** Returns the path of a file below `.handoff/`, relative to the project. */
function fileName(path: string): string {
  return `.handoff/${path}`;
}
