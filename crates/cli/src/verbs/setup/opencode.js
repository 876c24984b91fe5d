// handoff setup wrote this file. It gives a conversation the context of the project, and saves a draft before the
// conversation is compacted.
import { spawn } from "node:child_process";

/** Runs a hook of Handoff and returns its answer; null if there is none. */
function runHook(event, sessionID, directory) {
  return new Promise((resolve) => {
    // A name or a path, or also the arguments before those of Handoff.
    const [program, ...first] = [command].flat();
    const env = { ...process.env, ...environment };
    const child = spawn(program, [...first, "hook", event, "--client", "opencode"], { env, stdio: ["pipe", "pipe", "ignore"], timeout: 20_000 });
    let output = "";
    child.stdout.on("data", (data) => {
      output += data;
    });
    child.on("error", () => resolve({ hookSpecificOutput: { additionalContext: notFound } }));
    child.stdin.on("error", () => {});
    child.on("close", () => {
      try {
        resolve(JSON.parse(output));
      } catch {
        resolve(null);
      }
    });
    child.stdin.end(JSON.stringify({ session_id: sessionID, cwd: directory }));
  });
}

export const Handoff = async ({ directory }) => {
  const contexts = new Map();
  return {
    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      if (!contexts.has(sessionID)) {
        contexts.set(sessionID, runHook("session-start", sessionID, directory));
      }
      const answer = await contexts.get(sessionID);
      const context = answer?.hookSpecificOutput?.additionalContext;
      if (context) {
        output.system.push(context);
      }
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      await runHook("pre-compact", sessionID, directory);
      contexts.delete(sessionID);
    },
  };
};
