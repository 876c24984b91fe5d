// `npm run test:versions`: runs the integration suites in each supported VSCode. `npm test` runs them in the newest.
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { vscodeReleases } from "./lib/machine.mjs";
import { run } from "./lib/process.mjs";
import { main, step } from "./lib/steps.mjs";

const script = (/** @type {string[]} */ ...names) => join(root, ...names);

await main(async () => {
  await run("node", [script("scripts", "package.mjs")], { show: "live" });
  for (const release of Object.keys(vscodeReleases)) {
    const env = { ...process.env, HANDOFF_VSCODE_RELEASE: release };
    await run("node", [script("scripts", "setup.mjs"), "test"], { env, show: "live" });
    await step(`integration in VSCode of code-server ${release}`, () =>
      run("node", [script("node_modules", "vitest", "vitest.mjs"), "run", "--project", "integration"], { env, show: "whole", heartbeat: true }),
    );
  }
});
