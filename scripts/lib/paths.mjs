// Paths of the repository. All generated and downloaded files are in `dist/` or `.tools/`, which Git ignores.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/u, "");
export const dist = join(root, "dist");
export const tools = join(root, ".tools");
export const packageFile = join(dist, "handoff.vsix");
/** The files of the package, before it is packed. */
export const packageFolder = join(dist, "package");
