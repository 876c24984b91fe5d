// The actor and writer that the activity log records.

import { env, version, workspace, type Memento } from "vscode";
import type { Actor, Context, OuterPause } from "../../../webviews/contract/generated/protocol.ts";
import { systemTimeZone } from "./timeZone.ts";

const WRITER = "writer";

/** Where the name of the user comes from if the settings do not contain it. */
export interface UserNames {
  /** Name of the operating system's user; empty if there is none. */
  readonly system: string;
  /** Returns the name in Git's configuration for a folder; empty if there is none. */
  git(folder: string): Promise<string>;
}

/** Returns a function that creates the context of a call. `outerPause` returns a pause of writing that is set outside of the projects. */
export function contextSource(memory: Memento, names: UserNames, outerPause: () => OuterPause | undefined): () => Context {
  const writer = writerOf(memory);
  let gitName: string | undefined;
  return () => {
    if (gitName === undefined) {
      // The first call is made while the project is loaded, long before a change.
      gitName = "";
      const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
      if (folder !== undefined) void names.git(folder.uri.fsPath).then((name) => (gitName = name));
    }
    const now = Date.now();
    const actor: Actor = { kind: "human", name: userName() || gitName || names.system };
    const pause = outerPause();
    return { now, timeZone: systemTimeZone(now), actor, writer, seed: random(1)[0] ?? 0, ...(pause !== undefined && { pause }) };
  };
}

/** Returns the actor of agents that call tools in this window, which is one conversation. It is named as an MCP client is. */
export function agentActor(): Actor {
  const [left = 0, right = 0] = random(2);
  const conversation = `c-${[left, right].map((part) => part.toString(16).padStart(8, "0")).join("")}`;
  return { kind: "agent", name: env.appName, version, conversation };
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
