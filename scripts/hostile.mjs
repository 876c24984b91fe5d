// `npm run hostile`: the attacks of tests/hostile at every call, which `npm test` makes at some of them.
import { run, which } from "./lib/process.mjs";
import { main } from "./lib/steps.mjs";

await main(async () => {
  const env = { ...process.env, HANDOFF_HOSTILE: "long" };
  const attacks = ["--package", "handoff-cli", "--test", "hostile"];
  // Attacks that succeed print their figures as well.
  const isNextest = which("cargo-nextest") !== undefined;
  const words = isNextest ? ["nextest", "run", "--no-fail-fast", "--success-output", "final", ...attacks] : ["test", ...attacks, "--", "--nocapture"];
  await run("cargo", words, { env, show: "live" });
});
