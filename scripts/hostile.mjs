// `npm run hostile`: the attacks of tests/hostile at every call, which `npm test` makes at some of them.
import { run, which } from "./lib/process.mjs";
import { main } from "./lib/steps.mjs";

await main(async () => {
  const env = { ...process.env, HANDOFF_HOSTILE: "long" };
  const program = which("cargo-nextest") === undefined ? ["test"] : ["nextest", "run", "--no-fail-fast"];
  await run("cargo", [...program, "--package", "handoff-cli", "--test", "hostile"], { env, show: true });
});
