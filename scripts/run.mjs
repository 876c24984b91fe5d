// Runs a script with the Node from set-up, which runs TypeScript: node scripts/run.mjs FILE [ARGUMENT …]
import { toolEnv } from "./lib/machine.mjs";
import { Failure, run } from "./lib/process.mjs";
import { main } from "./lib/steps.mjs";

await main(async () => {
  const program = process.argv.slice(2);
  if (program.length === 0) throw new Failure("Usage: node scripts/run.mjs FILE [ARGUMENT …]");
  await run("node", ["--no-warnings", ...program], { env: toolEnv(), show: "live" });
});
