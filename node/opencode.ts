// The entry of the npm package for opencode: the server, `/handoff`, and the hooks of `handoff setup`.

import text from "../crates/cli/src/verbs/setup/command.md";
import { Handoff as hooks } from "../crates/cli/src/verbs/setup/opencode.js";
import { command } from "./opencodeCommand.ts";

/** The parts of opencode's configuration that the entry adds to. */
interface Settings {
  mcp?: Record<string, object>;
  command?: Record<string, object>;
}

const [, description = "", template = ""] = /^---\ndescription: (.*)\n---\n\n(.*)$/su.exec(text) ?? [];

/** Returns what opencode calls. It calls each function that this file exports. */
export async function Handoff(input: { directory: string }) {
  return {
    ...(await hooks(input)),
    config: (settings: Settings) => {
      // Entries of the person's own are kept.
      settings.mcp = { handoff: { type: "local", command: [...command, "mcp"], enabled: true }, ...settings.mcp };
      settings.command = { handoff: { description, template }, ...settings.command };
    },
  };
}
