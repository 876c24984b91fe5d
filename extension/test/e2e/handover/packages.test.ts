// Packages in VSCode: the selection is stored, listed, previewed, copied, extended, pinned and deleted, and
// one of another program appears.
import { writeFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { handoff } from "../../harness/handoffCommand.ts";
import { until } from "../../harness/until.ts";
import { Vscode } from "../../harness/vscode.ts";

const content = "# Tide feed\n\nThe parser reads **all** rows.\n\n<script>document.title = 'stolen'</script>\n";

let vscode: Vscode;
const input = (): Locator => vscode.page.locator(".quick-input-widget input.input");
const row = (name: string): Locator => vscode.page.locator('.pane:has([aria-label^="Packages"]) .monaco-list-rows').getByRole("treeitem", { name: new RegExp(`^${name}`, "u") });
const packageFiles = (): string[] => vscode.filesBelow(".handoff/packages");

beforeAll(async () => {
  vscode = await Vscode.open({
    example: "tide-atlas",
    alone: true,
    prepare: (opened) => {
      writeFileSync(opened.path("notes.md"), content);
    },
  });
  await vscode.openTree();
});

/** Opens the view, which is collapsed at first. */
async function openView(): Promise<void> {
  const header = vscode.page.locator('.pane-header[aria-label^="Packages"]');
  if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
}

/** Answers the input box with this value by a text. */
async function answer(proposed: string, text: string): Promise<void> {
  await until(`the question with ${proposed}`, async () => (await input().inputValue()) === proposed);
  await input().fill(text);
  await vscode.page.keyboard.press("Enter");
}

test("the empty view says what a package is, and stores the text of an editor", async () => {
  await openView();
  await vscode.page.getByText("A package is a text that you leave for another conversation").waitFor();
  await vscode.runCommand("Go to File...");
  await vscode.page.getByPlaceholder(/^Search files by name/u).fill("notes.md");
  await vscode.choose("notes.md");
  await vscode.page.getByRole("tab", { name: /^notes\.md/u }).waitFor();
  await vscode.runCommand("Handoff: Store Selection as Package…");
  await answer("notes", "feed");
  await answer("7d", "7x");
  await vscode.page.locator(".quick-input-widget").getByText("The time to live is not valid").waitFor();
  await answer("7x", "12h");
  await row("feed").getByText("expires in 11 hr.").waitFor();
  const [file = ""] = packageFiles();
  expect(vscode.read(file).endsWith(`---\n${content}`)).toBe(true);
  await vscode.notification("Stored package").waitFor();
});

test("it is previewed without running scripts, and copied as it was stored", async () => {
  await row("feed").click();
  await vscode.page.getByRole("tab", { name: /^Preview feed\.md/u }).waitFor();
  const outer = vscode.page.frameLocator("iframe.webview.ready:visible");
  await outer.frameLocator("iframe").getByText("The parser reads all rows.").waitFor();
  expect(await outer.frameLocator("iframe").locator("h1").innerText()).toBe("Tide feed");
  await row("feed").click();
  await row("feed").hover();
  await row("feed").getByRole("button", { name: "Copy Content of Package" }).click();
  await until("the content to be copied", async () => (await vscode.page.evaluate(() => navigator.clipboard.readText())) === content);
});

test("it is extended, pinned, deleted and brought back", async () => {
  await vscode.chooseFromMenu(row("feed"), "Extend Package…");
  await answer("7d", "30d");
  await row("feed").getByText("expires in 29 days").waitFor();
  await vscode.chooseFromMenu(row("feed"), "Pin Package");
  await row("feed").getByText("pinned").waitFor();
  const before = packageFiles();
  // The preview has the focus.
  await vscode.runCommand("Handoff: Focus on Packages View");
  await row("feed").and(vscode.page.locator(".focused")).waitFor();
  await vscode.page.locator('.pane:has([aria-label^="Packages"]) .monaco-list:focus').waitFor();
  await vscode.page.keyboard.press("Delete");
  await row("feed").waitFor({ state: "detached" });
  expect(packageFiles()).toEqual([]);
  await vscode.notification("Deleted the package").getByRole("button", { name: "Undo" }).click();
  await row("feed").getByText("pinned").waitFor();
  expect(packageFiles()).toEqual(before);
});

test("a package of the command appears, and replaces one of the same name", async () => {
  writeFileSync(vscode.path("other.md"), "# Another\n");
  await handoff(vscode.folder, "store", "--name", "other", "--ttl", "2d", "--file", "other.md");
  await row("other").getByText("expires in").waitFor();
  await handoff(vscode.folder, "store", "--name", "other", "--ttl", "3d", "--file", "other.md");
  await row("Superseded and Expired").getByText("1").waitFor();
  await expect.poll(() => row("other").count()).toBe(1);
});
