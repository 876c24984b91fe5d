// A real VSCode with the package on its own copy of a project.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { BrowserContext, Frame, Locator, Page } from "playwright-core";
import { serve, type Server } from "../../../scripts/lib/vscodeServer.mjs";
import type { Theme } from "../../../webviews/shared/testing/theme.ts";
import { browser } from "./chromium.ts";
import { extensionId } from "./extensionId.ts";
import { fileBecomes } from "./projectFiles.ts";
import { installation } from "./installation.ts";
import { copyTestProject, removeScratch, scratchFolder, userDataWith } from "./scratch.ts";
import { until } from "./until.ts";
import type { Surface } from "../../../webviews/contract/surfaces.ts";

export type Host = "node" | "web";

/** The IDs of the themes, and their names in the list of themes. */
const themeNames: Record<Theme, { id: string; label: string }> = {
  light: { id: "Light Modern", label: "Light Modern" },
  dark: { id: "Dark Modern", label: "Dark Modern" },
  highContrastLight: { id: "Default High Contrast Light", label: "Light High Contrast" },
  highContrast: { id: "Default High Contrast", label: "Dark High Contrast" },
};

export interface Options {
  /** A project in `tests/projects/` to copy; an empty folder if omitted. */
  readonly example?: string;
  /** Without the nested project of the example `tide-atlas`, so that no step asks for the project. */
  readonly alone?: boolean;
  /** A folder to open in place instead of an example. */
  readonly folder?: string;
  readonly host?: Host;
  readonly theme?: Theme;
  /** The display language; VSCode's own texts stay English. */
  readonly locale?: "en" | "ja";
  readonly trusted?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The time zone of the machine. */
  readonly timeZone?: string;
  /** Variables of the environment of VSCode. */
  readonly env?: Readonly<Record<string, string>>;
  /** Changes the copy of the project before it is opened. */
  readonly prepare?: (vscode: Vscode) => void;
  readonly size?: { readonly width: number; readonly height: number };
  /** Device pixels per CSS pixel. */
  readonly scale?: number;
}

/** The name of the person at work, as Git has it. */
export const personName = "Maya Ito";
const gitEnv = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: personName };

const running = new Set<Vscode>();

/** Closes every VSCode that a failed test left open. */
export async function closeAll(): Promise<void> {
  for (const vscode of running) await vscode.close();
}

/** Waits until VSCode has given the focus to a page that a command has opened. Before, it would take it from a clicked field. */
export const takesFocus = (page: Frame): Promise<true> => until("the page to have the focus", () => page.evaluate(() => document.hasFocus()));

export class Vscode {
  readonly folder: string;
  readonly #options: Options;
  readonly #userData: string;
  #server: Server | undefined;
  #context: BrowserContext | undefined;
  #page: Page | undefined;

  private constructor(options: Options) {
    this.#options = options;
    this.folder =
      options.folder ?? (options.example === undefined ? scratchFolder("project") : copyTestProject(options.example));
    const host = options.host ?? "node";
    this.#userData = userDataWith({
      "workbench.colorTheme": themeNames[options.theme ?? "dark"].id,
      "remote.extensionKind": { [extensionId]: [host === "node" ? "workspace" : "web"] },
      ...options.settings,
    });
  }

  /** Opens the project and waits until VSCode shows it. */
  static async open(options: Options = {}): Promise<Vscode> {
    const vscode = new Vscode(options);
    running.add(vscode);
    if (options.alone === true) vscode.remove("packages");
    options.prepare?.(vscode);
    await vscode.#start(0);
    return vscode;
  }

  async #start(port: number): Promise<void> {
    const { timeZone, env } = this.#options;
    const { extensions, builtIn } = installation();
    this.#server = await serve({ userData: this.#userData, extensions }, { port, trusted: this.#options.trusted ?? true, builtIn, env: { ...gitEnv, ...env, ...(timeZone !== undefined && { TZ: timeZone }) } });
    this.#context ??= await this.#newContext();
    await this.openWindow();
  }

  async #newContext(): Promise<BrowserContext> {
    const { locale = "en", timeZone, size = { width: 1280, height: 800 }, scale = 1 } = this.#options;
    const context = await (
      await browser()
    ).newContext({ viewport: size, deviceScaleFactor: scale, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"], ...(timeZone !== undefined && { timezoneId: timeZone }) });
    context.setDefaultTimeout(60_000);
    if (locale !== "en") {
      // VSCode reads its language from this variable, which its own (English) texts would set to
      // "en".
      await context.addInitScript((language) => {
        Object.defineProperty(globalThis, "_VSCODE_NLS_LANGUAGE", { get: () => language, set() {} });
      }, locale);
    }
    return context;
  }

  /** The open window. */
  get page(): Page {
    if (this.#page === undefined) throw new Error("No window is open.");
    return this.#page;
  }

  /** Opens a window on the project. A second window becomes the current one; it may be without the focus. */
  async openWindow({ focused = true } = {}): Promise<Page> {
    if (this.#context === undefined || this.#server === undefined) throw new Error("VSCode does not run.");
    const page = await this.#context.newPage();
    if (!focused) await page.addInitScript(() => Object.defineProperty(document, "hasFocus", { configurable: true, value: () => false }));
    this.#page = page;
    await page.goto(`http://127.0.0.1:${this.#server.port}/?folder=${encodeURI(this.folder)}`);
    await this.#ready();
    return page;
  }

  async #ready(): Promise<void> {
    await this.page.locator(".monaco-workbench .part.statusbar .statusbar-item").first().waitFor();
    await this.page.locator(".explorer-viewlet, .composite.viewlet").first().waitFor();
  }

  /** Makes an open window the current one, and gives it the focus, which the browser of the tests gives to all windows. */
  async use(page: Page): Promise<void> {
    for (const other of this.#context?.pages() ?? []) {
      await other.evaluate((hasFocus) => {
        Object.defineProperty(document, "hasFocus", { configurable: true, value: () => hasFocus });
        window.dispatchEvent(new FocusEvent(hasFocus ? "focus" : "blur"));
      }, other === page);
    }
    await page.bringToFront();
    this.#page = page;
  }

  /** Reloads the window with VSCode's command, which saves the window's state first. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent("load");
    await this.runCommand("Developer: Reload Window");
    await loaded;
    await this.#ready();
  }

  /** Kills the extension host and the window without letting them finish. */
  async kill(): Promise<void> {
    await this.#server?.stop("SIGKILL");
    await this.#page?.close({ runBeforeUnload: false });
    this.#page = undefined;
  }

  /** Opens the project again after `kill`, with the last window state that VSCode saved. */
  async reopen(): Promise<void> {
    if (this.#server === undefined) throw new Error("VSCode was never open.");
    await this.#start(this.#server.port);
  }

  /** Closes everything and removes its folders. */
  async close(): Promise<void> {
    running.delete(this);
    await this.#context?.close();
    await this.#server?.stop();
    removeScratch(this.#userData);
    if (this.#options.folder === undefined) removeScratch(this.folder);
  }

  /**
   * Runs a command by its title in the palette, category included. The palette is opened again
   * until it lists the command.
   */
  async runCommand(title: string): Promise<void> {
    const { page } = this;
    const input = page.locator(".quick-input-widget input.input");
    await until(`the command "${title}"`, async () => {
      await page.keyboard.press("F1");
      await input.fill(`>${title}`, { timeout: 1000 });
      return await this.chooseIfListed(title);
    });
  }

  /**
   * Picks an item if an open list shows it soon; else closes the list and returns false. Only the wait for the item is short: a click
   * that is given up on a busy machine may have arrived all the same, and then must not be repeated.
   *
   * @throws if the list closes before the click
   */
  async chooseIfListed(label: string): Promise<boolean> {
    const item = this.quickPick(label);
    try {
      await item.waitFor({ timeout: 1000 });
    } catch {
      await this.page.keyboard.press("Escape");
      return false;
    }
    await item.click({ timeout: 10_000 });
    return true;
  }

  /** Returns the item with this name in an open list of choices or commands. */
  quickPick(label: string): Locator {
    const named = this.page.locator(".label-name").getByText(label, { exact: true });
    return this.page.locator(".quick-input-list .monaco-list-row").filter({ has: named }).first();
  }

  /** Returns the first of the extension's commands in the palette, sorted by title. */
  async offeredCommands(): Promise<string[]> {
    const { page } = this;
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await page.keyboard.press("F1");
    await page.locator(".quick-input-widget input.input").fill(">Handoff: ", { timeout: 1000 });
    try {
      // The list is filtered shortly after the text was typed.
      await rows.first().filter({ hasText: /^Handoff:/u }).waitFor({ timeout: 2000 });
      const titles = await rows.locator(".label-name").allInnerTexts();
      return titles.map((title) => title.replaceAll(/\s/gu, " ")).filter((title) => title.startsWith("Handoff: "));
    } finally {
      await page.keyboard.press("Escape");
    }
  }

  /** Picks an item from a command's list. */
  async choose(label: string): Promise<void> {
    await this.quickPick(label).click();
  }

  /** Picks an item of the context menu of an element, in VSCode or in a page of the extension. */
  async chooseFromMenu(target: Locator, label: string): Promise<void> {
    const item = this.page.getByRole("menuitem", { name: label, exact: true });
    let isClicked = false;
    // VSCode ignores clicks right after a menu has opened, and closes it if the focus moves.
    await until("the menu to take the click", async () => {
      if ((await item.count()) === 0 && !isClicked) await target.click({ button: "right" });
      if ((await item.count()) > 0) {
        // Long enough that a click is not given up and then arrives, which would choose the item twice.
        await item.click({ timeout: 10_000 });
        isClicked = true;
      }
      return isClicked && (await item.count()) === 0;
    });
  }

  /** Opens the extension's container in the Activity Bar. It clicks the whole entry, because a badge covers the icon. */
  async openContainer(): Promise<void> {
    await this.page.locator(".activitybar").getByRole("tab", { name: /^Handoff/u }).click();
  }

  /** Opens the extension's container and returns the task tree. */
  async openTree(): Promise<Locator> {
    await this.openContainer();
    return await this.findTree();
  }

  /** Returns the visible task tree once the window knows that the folder is trusted: before, commands that write are off. */
  async findTree(): Promise<Locator> {
    const sidebar = this.page.locator(".sidebar");
    const tree = sidebar.locator(".pane-body .monaco-list").first();
    await tree.waitFor();
    if (this.#options.trusted ?? true) await sidebar.locator(".pane-header .codicon-add:not(.disabled)").first().waitFor({ state: "attached" });
    return tree;
  }

  /** The visible notifications. */
  notification(text: string | RegExp): Locator {
    return this.page.locator(".notifications-toasts .notification-list-item").filter({ hasText: text });
  }

  /** The settings of the user, as they are stored. */
  userSettings(): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.#userData, "User", "settings.json"), "utf8")) as Record<string, unknown>;
  }

  /** The number of visible notifications. */
  notificationCount(): Promise<number> {
    return this.page.locator(".notifications-toasts .notification-list-item").count();
  }

  /** Returns the document inside a visible webview. Find it again after a reload. */
  webview(surface: Surface): Promise<Frame> {
    const holder = this.page.locator("iframe.webview.ready:visible");
    return until(`the ${surface} to be shown`, async () => {
      for (const outer of await holder.elementHandles()) {
        const frames = (await outer.contentFrame())?.childFrames() ?? [];
        for (const frame of frames) {
          if ((await frame.locator(`script[src*="/webviews/${surface}.js"]`).count()) > 0) return frame;
        }
      }
      return undefined;
    });
  }

  /** Chooses a theme, and waits until an open webview has it. */
  async chooseTheme(theme: Theme, webview: Frame): Promise<void> {
    const { id, label } = themeNames[theme];
    await this.runCommand("Preferences: Color Theme");
    // The list draws only the themes in sight.
    await this.page.locator(".quick-input-widget input.input").fill(label);
    await this.choose(label);
    await webview.locator(`body[data-vscode-theme-id="${id}"]`).waitFor();
  }

  /** Returns the path of a file in the project. */
  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  exists(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** Returns the paths of the files below a folder of the project, without the temporary files of writers. */
  filesBelow(name: string): string[] {
    if (!this.exists(name)) return [];
    const entries = readdirSync(this.path(name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.includes(".tmp."));
    return entries.map((entry) => relative(this.folder, join(entry.parentPath, entry.name)));
  }

  /** Returns the paths of all files and folders below a folder of the project. */
  namesBelow(name: string): string[] {
    return readdirSync(this.path(name), { recursive: true, encoding: "utf8" }).map((path) => join(name, path));
  }

  /** Writes a file like another program. */
  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true });
  }

  /** Waits until a file exists with the expected text. */
  fileBecomes(name: string, wanted: (text: string) => boolean): Promise<string> {
    return fileBecomes(this, name, wanted);
  }
}
