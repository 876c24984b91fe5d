// Pages in tests have the colors that VSCode sets, and axe-core reports no violation where VSCode adds its own styles.
//   HANDOFF_RECORD=1 npx vitest run --project e2e extension/test/e2e/accessibility.test.ts    records the colors again
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type axe from "axe-core";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { root } from "../../../scripts/lib/paths.mjs";
import { allThemes, themes, type RecordedTheme, type Theme } from "../../../webviews/shared/testing/theme.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";

const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const webviews = join(root, "webviews");
const isRecording = process.env["HANDOFF_RECORD"] !== undefined;

/**
 * Returns axe's violations for a page. Runs through the debugger because the page's policy forbids
 * other scripts.
 */
async function findings(frame: Frame): Promise<string[]> {
  await frame.evaluate(script);
  return await frame.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await tool.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ""}`));
  });
}

/** Returns the names of VSCode's colors that pages use. */
function usedColors(): string[] {
  const files = readdirSync(webviews, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:css|tsx?)$/u.test(name));
  const names = files.flatMap((name) => [...readFileSync(join(webviews, name), "utf8").matchAll(/--vscode-([\w-]+)/gu)].map(([, color = ""]) => color));
  return names.filter((name) => !/font-(?:family|size|weight)$/u.test(name));
}

/** Returns what VSCode has set on a page. */
async function themeOf(frame: Frame, names: readonly string[]): Promise<RecordedTheme> {
  const { classes, values } = await frame.locator("html").evaluate(
    ({ style }, wanted) => ({
      classes: [...document.body.classList],
      values: wanted.map((name) => [name, style.getPropertyValue(`--vscode-${name}`)] as const),
    }),
    names,
  );
  return {
    classes: classes.filter((name) => /^vscode-(?:dark|light|high-contrast)/u.test(name)),
    colors: Object.fromEntries(values.filter(([, value]) => value !== "")),
  };
}

/** Returns what VSCode sets to another value than the recorded one. */
function differences(theme: Theme, inVscode: RecordedTheme): string[] {
  const values = ({ classes, colors }: RecordedTheme): Record<string, string> => ({ ...colors, classes: classes.join(" ") });
  const [recorded, actual] = [values(themes[theme]), values(inVscode)];
  return Object.keys({ ...recorded, ...actual })
    .filter((name) => actual[name] !== recorded[name])
    .map((name) => `${name} in ${theme}: ${actual[name] ?? "none"} in VSCode, ${recorded[name] ?? "none"} in themes.json`);
}

test("pages have the recorded colors in all four themes, and no violation", async () => {
  const vscode = await Vscode.open({ example: "tide-atlas", size: { width: 1500, height: 900 } });
  const board = await BoardPage.open(vscode, "Tide Atlas");
  await board.drag("t1.2.2", "t1.1");
  await board.card("t1.2.2").locator(".card-notice").waitFor();
  await board.frame.getByRole("button", { name: /^Lanes/u }).click();
  await board.frame.getByRole("menuitemradio").first().waitFor();
  expect.soft(await findings(board.frame), "the board with a refusal and an open menu").toEqual([]);

  await vscode.page.keyboard.press("Escape");
  await board.card("t1.2.2").click();
  await vscode.page.keyboard.press("Enter");
  const editor = await vscode.webview("task");
  await editor.getByLabel("Status", { exact: true }).selectOption("done");
  await editor.locator("#status-notice").getByText("エラー行をスキップ").waitFor();
  expect.soft(await findings(editor), "the task editor with a refusal").toEqual([]);

  const names = [...new Set([...usedColors(), ...(isRecording ? [] : allThemes.flatMap((theme) => Object.keys(themes[theme].colors)))])].toSorted();
  const inVscode = { ...themes };
  for (const theme of allThemes) {
    await vscode.chooseTheme(theme, editor);
    inVscode[theme] = await themeOf(editor, names);
  }
  await vscode.close();
  if (isRecording) writeFileSync(join(webviews, "shared", "testing", "themes.json"), `${JSON.stringify(inVscode, null, 2)}\n`);
  expect(isRecording ? [] : allThemes.flatMap((theme) => differences(theme, inVscode[theme]))).toEqual([]);
});
