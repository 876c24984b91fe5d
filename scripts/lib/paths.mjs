// Paths of the repository. Git ignores `dist/` and `.tools/`, where all generated files are. Installed tools are in the tool cache.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/u, "");
export const dist = join(root, "dist");
export const tools = join(root, ".tools");
export const packageFile = join(dist, "handoff.vsix");
/** The files of the package, before it is packed. */
export const packageFolder = join(dist, "package");
