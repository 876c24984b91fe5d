// Paths of the system as WASI knows them: absolute ones begin with `/`, so on Windows `C:\\a` is `/C:/a`.

import { existsSync } from "node:fs";

const onWindows = process.platform === "win32";

/** Returns a path of the system as the engine knows it. */
export function fromSystem(path: string): string {
  if (!onWindows) return path;
  const slashes = path.replaceAll("\\", "/");
  return /^[A-Za-z]:/u.test(slashes) ? `/${slashes}` : slashes;
}

/** Returns a path of the engine as the system knows it. */
export function toSystem(path: string): string {
  return onWindows && /^\/[A-Za-z]:/u.test(path) ? path.slice(1) : path;
}

/** Returns the folders that contain everything, by their paths in the engine. */
export function roots(): Record<string, string> {
  if (!onWindows) return { "/": "/" };
  const drives = Array.from({ length: 26 }, (_, index) => `${String.fromCodePoint(65 + index)}:\\`);
  return Object.fromEntries(drives.filter((drive) => existsSync(drive)).map((drive) => [`/${drive.slice(0, 2)}`, drive]));
}
