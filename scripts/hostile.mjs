// `npm run hostile`: the Rust tests in their long form, with seeds of the day: attacks, crashes and simulations at every place, of which
// `npm test` tries a sample with fixed seeds.
import { runRustTests } from "./lib/rustTests.mjs";
import { main } from "./lib/steps.mjs";

const DAY_MS = 86_400_000;

await main(async () => {
  const seed = process.env.HANDOFF_SEED ?? String(Math.floor(Date.now() / DAY_MS));
  console.log(`The random tests begin with the seed ${seed}. To repeat them, set HANDOFF_SEED to it.`);
  const env = { ...process.env, HANDOFF_HOSTILE: "long", HANDOFF_SEED: seed, INSTA_UPDATE: "no" };
  await runRustTests(["--profile", "hostile"], env, { show: "live" });
});
