// `npm test`: set-up, then all checks.
import { checkAll } from "./check.mjs";
import { setUp } from "./setup.mjs";
import { main } from "./lib/steps.mjs";

await main(async () => {
  await setUp("test");
  await checkAll();
});
