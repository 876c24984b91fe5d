// An agent that holds a task, for the fake projects.
import type { Holder } from "../../contract/generated/protocol.ts";

/** Codex, heard of so many minutes before `now`. */
export function fakeHolder(minutes: number, now: number = Date.now()): Holder {
  const heardAt = new Date(now - minutes * 60_000).toISOString();
  return { actor: { kind: "agent", name: "codex", version: "1.2", conversation: "c-7" }, since: heardAt, heardAt };
}
