// A VSCode with the demo project, as the pictures of the documents show it.
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Frame } from "playwright-core";
import sharp from "sharp";
import { dist, root } from "../../../scripts/lib/paths.mjs";
import type { Theme } from "../../../webviews/shared/testing/theme.ts";
import { playDemo } from "../../src/demo/player.ts";
import { engineLoader } from "../../src/engine/engineLoader.ts";
import type { Surface } from "../../../webviews/contract/surfaces.ts";
import { Vscode } from "../harness/vscode.ts";
import { installedEnv } from "../harness/handoffCommand.ts";
import { removeScratch, scratchFolder } from "../harness/scratch.ts";
import { until } from "../harness/until.ts";

export const folder = join(root, "docs", "pictures");

/** It is afternoon at the office in each picture: for the window, for the story of the demo, and so for this process. */
const zone = afternoonZone();
process.env["TZ"] = zone;

/** Returns a time zone in which it is early afternoon now. */
function afternoonZone(): string {
  // From -10 to 13: all hours of the day, and each of them is a zone.
  const hours = ((14 - new Date().getUTCHours() + 34) % 24) - 10;
  // The sign of these names is that of the way back to UTC.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** The person at the desk. */
const person = "Maren Aune";

/** A page alone, or the whole window with the side bar. */
export type View = "page" | "window";

export interface Shot {
  readonly theme?: Theme;
  readonly view?: View;
  readonly language?: "en" | "ja";
  readonly size?: Size;
  /** Device pixels per CSS pixel. */
  readonly scale?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Changes the project before it is opened. */
  readonly prepare?: (vscode: Vscode) => void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const sizes: Record<View, Size> = { page: { width: 1000, height: 620 }, window: { width: 1240, height: 760 } };

const settings = {
  "handoff.userName": person,
  "breadcrumbs.enabled": false,
  "window.commandCenter": false,
  "window.menuBarVisibility": "hidden",
  "workbench.layoutControl.enabled": false,
  "workbench.navigationControl.enabled": false,
};

/** What VSCode's own bars and borders take of the window, which are outside of the picture of a page. */
const FRAME = { left: 5, top: 31, width: 10, height: 64 };

/** Nothing but the page between these bars. */
const pageSettings = {
  "workbench.activityBar.location": "hidden",
  "workbench.editor.showTabs": "none",
};

/** VSCode has no setting for the font of its own parts, for the keyboard layout in the status bar, which only a browser shows, or for the size that a resized terminal shows. */
const windowStyle = `
  .monaco-workbench { --vscode-font-family: system-ui; font-family: system-ui !important; }
  .statusbar-item:has([aria-label^="Layout:"]), .terminal-resize-overlay { display: none !important; }
`;

const loadEngine = engineLoader(() => readFile(join(dist, "engine", "engine_bg.wasm")));
const demoFiles = (name: string): Promise<Buffer> => readFile(join(root, "extension", "demo", name));

async function writeDemo(language: string): Promise<string> {
  const demo = await playDemo(loadEngine, demoFiles, language);
  const project = join(scratchFolder("demo"), demo.folder);
  for (const [path, bytes] of demo.files) {
    const file = join(project, ...path.split("/"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return project;
}

/** Opens the demo project, lets `work` use it, and removes it. */
export async function inDemo(shot: Shot, work: (vscode: Vscode) => Promise<void>): Promise<void> {
  const { theme = "dark", view = "page", language = "en", scale = 2, prepare } = shot;
  const size = shot.size ?? sizes[view];
  const project = await writeDemo(language);
  const vscode = await Vscode.open({
    folder: project,
    theme,
    locale: language,
    size: view === "page" ? { width: size.width + FRAME.width, height: size.height + FRAME.height } : size,
    scale,
    settings: { ...settings, ...(view === "page" && pageSettings), ...shot.settings },
    env: installedEnv,
    timeZone: zone,
    ...(prepare !== undefined && { prepare }),
  });
  try {
    await vscode.page.addStyleTag({ content: windowStyle });
    if (view === "page") await setSideBar(vscode, "hidden");
    await work(vscode);
  } finally {
    await vscode.close();
    removeScratch(dirname(project));
  }
}

/** Shows or hides the side bar. The window shows its side bar again until it is restored, so the command is repeated. */
export async function setSideBar(vscode: Vscode, state: "visible" | "hidden"): Promise<void> {
  const bar = vscode.page.locator(".part.sidebar");
  await until(`the side bar to be ${state}`, async () => {
    if ((await bar.isVisible()) === (state === "visible")) return true;
    await vscode.runCommand("View: Toggle Primary Side Bar Visibility");
    await bar.waitFor({ state, timeout: 3000 });
    return true;
  });
  await vscode.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/** Runs a command that opens a page, and waits until the page is drawn with its icons. */
export async function openPage(vscode: Vscode, command: string, surface: Surface, content: string): Promise<Frame> {
  await vscode.runCommand(command);
  const frame = await vscode.webview(surface);
  await frame.locator(content).first().waitFor();
  await settle(frame);
  return frame;
}

/** Waits until the icons are loaded, and takes the mark of the keyboard's place away. */
export async function settle(frame: Frame): Promise<void> {
  await frame.evaluate(async () => {
    await document.fonts.load("16px codicon");
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

/** Returns the part of the window that a picture shows. */
export function clipOf(vscode: Vscode, view: View = "page"): Size & Point {
  const { width, height } = vscode.page.viewportSize() ?? sizes[view];
  if (view === "window") return { x: 0, y: 0, width, height };
  return { x: FRAME.left, y: FRAME.top, width: width - FRAME.width, height: height - FRAME.height };
}

/** Saves what the window shows. */
export async function save(vscode: Vscode, name: string, view: View = "page"): Promise<void> {
  // Nothing looks as if the mouse were over it.
  await vscode.page.mouse.move(0, 0);
  const picture = await vscode.page.screenshot({ clip: clipOf(vscode, view), scale: "device" });
  await sharp(picture).png({ palette: true, quality: 100, colours: 256, dither: 0, effort: 10 }).toFile(join(folder, `${name}.png`));
}
