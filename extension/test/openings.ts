// Measures pages about the past in the real VSCode, for `npm run bench`: node
// extension/test/openings.ts FOLDER, after `npm run package`, with Node 24. From the click on the
// command, with the tasks loaded, until a frame with the first content is painted.
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { TreePage } from "./e2e/pages/treePage.ts";
import { closeBrowser } from "./harness/chromium.ts";
import { setup } from "./harness/installation.ts";
import { removeAllScratch, scratchFolder } from "./harness/scratch.ts";
import { until } from "./harness/until.ts";
import type { Surface } from "../../webviews/contract/surfaces.ts";
import { Vscode } from "./harness/vscode.ts";

const ROUNDS = 3;
const source = process.argv[2];
if (source === undefined) throw new Error("Select a project");

interface Opened {
  readonly surface: Surface;
  readonly command: string;
  /** Matches the first content. */
  readonly content: string;
  /** Returns whether the page shows everything, also of the activity log. */
  readonly isComplete: (frame: Frame) => Promise<boolean>;
}

/** Times of a page, in milliseconds since 1970. */
interface Marks {
  asked: number[];
  answered: number[];
  painted?: number;
}

const has = (selector: string) => async (frame: Frame) => (await frame.locator(selector).count()) > 0;

const pages: readonly Opened[] = [
  {
    surface: "dashboard",
    command: "Handoff: Open Dashboard",
    content: ".panel",
    // The second answer has what was made from the log.
    isComplete: async (frame) => (await marksOf(frame)).answered.length > 1,
  },
  { surface: "metrics", command: "Handoff: Show Metrics", content: ".figure", isComplete: has(".chart-svg") },
  {
    surface: "sessions",
    command: "Handoff: Show Sessions",
    content: ".list-row",
    isComplete: async (frame) => !(await has(".history-progress")(frame)),
  },
  { surface: "library", command: "Handoff: Show Library", content: ".detail h2", isComplete: () => Promise.resolve(true) },
];

const middle = (values: readonly number[]) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
const marksOf = (frame: Frame) => frame.evaluate(() => (globalThis as unknown as { marks: Marks }).marks);

/** Makes every page of the extension note when it asks, is answered and paints its first content. */
async function noteMarks(page: Page): Promise<void> {
  await page.addInitScript((contents) => {
    // The page is in a frame of VSCode's frame, and is written into the document that the frame begins with.
    if (parent === top || "marks" in globalThis) return;
    const marks: Marks = { asked: [], answered: [] };
    const now = (): number => performance.timeOrigin + performance.now();
    const painted = new MessageChannel();
    painted.port1.addEventListener("message", () => (marks.painted = now()));
    painted.port1.start();
    const look = (): void => {
      // The message is handled after the frame is painted.
      if (document.querySelector(contents) === null) requestAnimationFrame(look);
      else painted.port2.postMessage(null);
    };
    type Acquire = () => { postMessage(message: unknown): void };
    let acquire: Acquire | undefined;
    Object.defineProperty(globalThis, "acquireVsCodeApi", {
      get: () => acquire,
      set(own: Acquire) {
        // Not before: writing the document removes the listeners of the window.
        if (acquire === undefined) {
          requestAnimationFrame(look);
          addEventListener("message", ({ data }: MessageEvent<{ kind?: string } | null>) => {
            if (data?.kind === "reply") marks.answered.push(now());
          });
        }
        acquire = () => {
          const host = own();
          return {
            ...host,
            postMessage: (message) => {
              marks.asked.push(now());
              host.postMessage(message);
            },
          };
        };
      },
    });
    Object.assign(globalThis, { marks });
  }, pages.map(({ content }) => content).join(", "));
}

/** Opens a page by its command, waits until it is complete and closes it. Returns the time of each phase. */
async function open(vscode: Vscode, { surface, command, isComplete }: Opened): Promise<Record<string, number>> {
  await vscode.page.evaluate(() => {
    addEventListener("click", () => Object.assign(globalThis, { clicked: performance.timeOrigin + performance.now() }), { capture: true });
  });
  await vscode.runCommand(command);
  const clicked = await vscode.page.evaluate(() => (globalThis as unknown as { clicked: number }).clicked);
  const frame = await vscode.webview(surface);
  const { painted, asked, answered } = await until(`the ${surface} to be painted`, async () => {
    const marks = await marksOf(frame);
    return marks.painted === undefined ? undefined : { ...marks, painted: marks.painted };
  });
  const created = await frame.evaluate(() => performance.timeOrigin);
  await until(`the ${surface} to be complete`, () => isComplete(frame));
  await vscode.runCommand("View: Close All Editors");
  await vscode.page.locator("iframe.webview").first().waitFor({ state: "detached" });
  const [begun = Number.NaN] = asked;
  const [first = Number.NaN] = answered;
  return { "until VSCode created the page": created - clicked, "page loaded": begun - created, answered: first - begun, painted: painted - first };
}

const folder = join(scratchFolder("past"), "past");
cpSync(source, folder, { recursive: true });
const removeInstallation = await setup();
const vscode = await Vscode.open({ folder, size: { width: 1400, height: 900 } });
try {
  await noteMarks(vscode.page);
  await TreePage.open(vscode);
  const openings = new Map<string, Record<string, number>[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const page of pages) {
      // In a new window, so that neither the log was read nor the page was open before.
      await vscode.reload();
      await TreePage.find(vscode);
      for (const which of ["first", "again"]) {
        const name = `${page.surface}, ${which}`;
        openings.set(name, [...(openings.get(name) ?? []), await open(vscode, page)]);
      }
    }
  }
  const figures = [...openings].map(([name, runs]) => {
    const phases = Object.keys(runs[0] ?? {}).map((phase) => [phase, middle(runs.map((run) => run[phase] ?? Number.NaN))] as const);
    const totals = runs.map((run) => Object.values(run).reduce((sum, time) => sum + time, 0));
    return { name, total: middle(totals), phases: Object.fromEntries(phases) };
  });
  // oxlint-disable-next-line no-console -- the benchmark's output
  console.log(JSON.stringify(figures));
} finally {
  await vscode.close();
  await closeBrowser();
  removeAllScratch();
  removeInstallation();
}
