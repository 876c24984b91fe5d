// A registry of npm on this machine, and the environment of a person who has nothing but Node.js.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./process.mjs";

/** A port on which nothing listens. */
const nowhere = "http://127.0.0.1:9";

/**
 * Serves packages on 127.0.0.1 as a registry does, until it is closed.
 * @param {string[]} files packed by npm
 */
export async function serveNpm(files) {
  /** @type {Map<string, { tarball: Buffer, manifest: { name: string, version: string } }>} */
  const packages = new Map();
  for (const file of files) {
    const manifest = JSON.parse(await run("tar", ["-xzOf", file, "package/package.json"], { onlyOutput: true }));
    packages.set(`/${manifest.name}`, { tarball: readFileSync(file), manifest });
  }
  const server = createServer((request, response) => {
    const [path = "", isTarball] = decodeURIComponent(request.url ?? "").split("/-/");
    const found = packages.get(path);
    if (found === undefined) return response.writeHead(404).end();
    const { tarball, manifest } = found;
    if (isTarball !== undefined) return response.end(tarball);
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const dist = { tarball: `http://${request.headers.host}${path}/-/package.tgz`, integrity };
    response.setHeader("content-type", "application/json");
    return response.end(
      JSON.stringify({ name: manifest.name, "dist-tags": { latest: manifest.version }, versions: { [manifest.version]: { ...manifest, dist } } }),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

/**
 * Creates an empty home folder. Returns the environment of its owner, who reaches no other server than the registry.
 * @param {string} home @param {string} registry
 */
export function strangerEnv(home, registry) {
  mkdirSync(home);
  // `npm run` sets variables that point to the repository.
  const others = Object.entries(process.env).filter(([name]) => !/^(?:npm_|handoff_)/iu.test(name));
  const { PATH = "", ...rest } = Object.fromEntries(others);
  const hasHandoff = (/** @type {string} */ folder) => ["handoff", "handoff.exe"].some((name) => existsSync(join(folder, name)));
  const folders = PATH.split(delimiter).filter((folder) => !hasHandoff(folder) && !folder.startsWith(join(root, "node_modules")));
  return {
    ...rest,
    PATH: folders.join(delimiter),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_STATE_HOME: join(home, ".state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_DATA_HOME: join(home, ".data"),
    npm_config_cache: join(home, ".npm"),
    npm_config_registry: registry,
    npm_config_update_notifier: "false",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: "127.0.0.1",
  };
}
