// The figures fill their rows, and break between words.
import { groups } from "d3-array";
import { page } from "vitest/browser";
import { afterEach, expect, it } from "vitest";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { openMetrics } from "../testing/metricsPage.ts";
import type { MetricsTestPage } from "../testing/metricsPage.ts";

let metrics: MetricsTestPage;
afterEach(() => metrics.close());

const figures = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".figure")];

/** Returns the number of figures in each row, or that a row ends before the list does. */
function rows(): (number | string)[] {
  const end = document.querySelector(".figures")?.getBoundingClientRect().right ?? 0;
  const boxesOf = groups(figures().map((figure) => figure.getBoundingClientRect()), ({ top }) => top);
  return boxesOf.map(([, boxes]) => (Math.abs(end - Math.max(...boxes.map(({ right }) => right))) < 1 ? boxes.length : "hole"));
}

it.each([
  [1300, [7]],
  [920, [3, 4]],
  [600, [3, 4]],
  [500, [1, 2, 2, 2]],
  [320, [1, 2, 2, 2]],
])("no row has a hole in a page of %i pixels", async (width, expected) => {
  metrics = await openMetrics();
  await page.viewport(width, 800);
  await expect.poll(rows).toEqual(expected);
  expect(figures().filter((figure) => figure.scrollWidth > figure.clientWidth)).toEqual([]);
});

/** Returns the words that are split over two lines. */
function splitWords(words: readonly string[]): string[] {
  const walker = document.createTreeWalker(document.querySelector(".figures") ?? document.body, NodeFilter.SHOW_TEXT);
  const split: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const word of words) {
      const at = node.textContent?.indexOf(word) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) split.push(word);
    }
  }
  return split;
}

it("Japanese words stay whole", async () => {
  metrics = await openMetrics({ locale: "ja", strings: japanese });
  await expect.poll(() => figures().length).toBe(7);
  for (const width of [1300, 1000, 920, 600, 500, 340]) {
    await page.viewport(width, 800);
    await expect.poll(() => splitWords(["スキップ", "タスク", "見込み", "残作業", "使用済み", "着手可能", "レビュー"]), { message: `at ${width} pixels` }).toEqual([]);
  }
});
