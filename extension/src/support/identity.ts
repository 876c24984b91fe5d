// The actor and writer that the activity log records.

import { workspace, type Memento } from "vscode";
import type { Actor, Context, OuterPause } from "../../../webviews/contract/generated/protocol.ts";
import { utcOffset } from "./dateFormat.ts";

const WRITER = "writer";

/**
 * Returns a function that creates the context of a call. `systemName` is the operating system's
 * user name, or empty; `outerPause` returns a pause of writing that is set outside of the projects.
 */
export function contextSource(memory: Memento, systemName: string, outerPause: () => OuterPause | undefined): () => Context {
  const writer = writerOf(memory);
  return () => {
    const now = Date.now();
    const actor: Actor = { kind: "human", name: userName() || systemName };
    const pause = outerPause();
    return { now, utcOffsetMinutes: utcOffset(now), actor, writer, seed: random(1)[0] ?? 0, ...(pause !== undefined && { pause }) };
  };
}

function userName(): string {
  return workspace.getConfiguration("handoff").get<string>("userName", "").trim();
}

/**
 * Returns the writer name of this installation, created once, so that no two machines append to the
 * same log file.
 */
function writerOf(memory: Memento): string {
  const stored = memory.get<string>(WRITER);
  if (stored !== undefined) return stored;
  const created = `vscode-${[...random(3)].map((part) => part.toString(36).padStart(7, "0")).join("")}`;
  void memory.update(WRITER, created);
  return created;
}

function random(count: number): Uint32Array {
  return crypto.getRandomValues(new Uint32Array(count));
}
