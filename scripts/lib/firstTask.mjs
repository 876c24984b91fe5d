// What an agent does in its first conversation, with the server that a client's file names.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect, refusing } from "../../bench/mcp.mjs";

/** The entry of a server in a client's file. @typedef {{ command: string, args: string[], env?: Record<string, string> }} Entry */

/**
 * Starts the server as its entry says, without a shell, and begins the first task. Returns its ID and status.
 * @param {Entry} entry @param {string} project @param {NodeJS.ProcessEnv} env of the client
 * @returns {Promise<{ id: string, status: string }>}
 */
export async function beginFirstTask(entry, project, env) {
  const server = refusing(connect(entry.command, entry.args, { cwd: project, env: { ...env, ...entry.env } }));
  try {
    await server.greet("newcomer");
    if (!existsSync(join(project, ".handoff"))) await server.call("handoff_init", { project_name: "Garden" });
    await server.call("handoff_load_context");
    const tasks = [{ title: "Plan the beds", children: [{ title: "Measure" }, { title: "Draw" }] }];
    await server.call("handoff_import_context", { source: { description: "what the person said" }, tasks });
    const { structuredContent: next } = await server.call("handoff_next_task");
    const task_id = next.task.id;
    await server.call("handoff_claim_task", { task_id });
    await server.call("handoff_update_task", { task: { id: task_id, status: "in_progress" } });
    return (await server.call("handoff_get_task", { task_id })).structuredContent;
  } finally {
    await server.end();
  }
}
