// What the plugin of opencode (`crates/cli/src/verbs/setup/opencode.js`) runs in the npm package: the command beside it. opencode is
// a program of its own, so Node.js is the one on the search path.
import { join } from "node:path";

export const command = ["node", join(import.meta.dirname, "handoff.js")];
export const environment = {};
export const notFound = "Handoff: opencode does not find node on its PATH.";
