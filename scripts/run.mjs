// Runs a program of this repository with the Node that set-up brought, which reads TypeScript: node scripts/run.mjs FILE [ARGUMENT …]
import { toolEnv } from "./lib/machine.mjs";
import { Failure, run } from "./lib/process.mjs";
import { main } from "./lib/steps.mjs";

await main(async () => {
  const program = process.argv.slice(2);
  if (program.length === 0) throw new Failure("Which program?");
  await run("node", ["--no-warnings", ...program], { env: toolEnv(), show: true });
});
