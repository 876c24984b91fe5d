// The toolbar keeps its words.
import { page } from "vitest/browser";
import { afterEach, expect, it } from "vitest";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { toolbarRows } from "../../shared/testing/toolbarRows.ts";
import { openTime } from "../testing/timePage.ts";
import type { TimeTestPage } from "../testing/timePage.ts";

let time: TimeTestPage;
afterEach(() => time.close());

it.each([
  ["in English", "dark", {}],
  ["in English, in high contrast", "highContrast", {}],
  ["in Japanese", "light", { locale: "ja", strings: japanese }],
] as const)("its words are in one row down to 900 pixels, %s", async (_, theme, options) => {
  time = await openTime(options, theme, 1400);
  await expect.poll(() => document.querySelector(".tools")).not.toBeNull();
  for (const width of [1400, 900, 600, 400]) {
    await page.viewport(width, 800);
    await expect.poll(() => toolbarRows(".tools"), { message: `at ${width} pixels` }).toMatchObject({ fits: true, ...(width >= 900 && { rows: 1 }) });
  }
});
