// Where things are. Everything that is made or fetched lies in `dist/` or `.tools/`, both ignored by git.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/u, "");
export const dist = join(root, "dist");
export const tools = join(root, ".tools");
export const packageFile = join(dist, "handoff.vsix");
/** What is inside the package, before it is packed. */
export const packageFolder = join(dist, "package");
