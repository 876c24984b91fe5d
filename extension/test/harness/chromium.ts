// The shared browser of a test process.
import { chromium, type Browser } from "playwright-core";
import { chromiumOptions } from "../../../scripts/lib/machine.mjs";

let launched: Promise<Browser> | undefined;

export function browser(): Promise<Browser> {
  launched ??= chromiumOptions().then((options) => chromium.launch(options));
  return launched;
}

/** Closes the browser; a later test starts a new one. */
export async function closeBrowser(): Promise<void> {
  const running = launched;
  launched = undefined;
  await (await running)?.close();
}
