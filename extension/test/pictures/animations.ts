// The animations, by the names of their files.
import { buildHandoff } from "../harness/handoffCommand.ts";
import type { Vscode } from "../harness/vscode.ts";
import { Film } from "./film.ts";
import { inDemo, type Shot } from "./studio.ts";
import { moveEdge, openBoard, openChart, placeIn, planAhead } from "./surfaces.ts";

interface Scene extends Shot {
  readonly play: (vscode: Vscode) => Promise<Film>;
}

const size = { width: 1240, height: 640 };

/** How long the result of a gesture stays. */
const RESULT_MS = 2200;

async function dragCard(vscode: Vscode): Promise<Film> {
  const board = await openBoard(vscode);
  const film = await Film.begin(vscode, await placeIn(board.cell("review"), 0.6, 0.8));
  await film.hold(800);
  await film.glide(await placeIn(board.card("02.9"), 0.6, 0.4), 700);
  await film.press();
  await film.glide(await placeIn(board.card("02.5"), 0.6, 0.9), 1200);
  await film.hold(500);
  await film.release();
  await board.inColumn("in_progress", "02.9").waitFor();
  await board.toast.waitFor();
  await film.hold(RESULT_MS);
  return film;
}

async function dragBar(vscode: Vscode): Promise<Film> {
  const chart = await openChart(vscode);
  const bar = await placeIn(chart.bar("02.5"), 0.6);
  const film = await Film.begin(vscode, { x: bar.x + 200, y: bar.y + 150 });
  await film.hold(800);
  await film.glide(bar, 700);
  await film.press();
  await film.glide({ x: bar.x + 160, y: bar.y }, 1600);
  await film.hold(700);
  await film.release();
  await chart.toast.waitFor();
  await film.hold(RESULT_MS);
  return film;
}

/** An agent says in its terminal that a task is ready for review; the board follows. */
async function agentAtWork(vscode: Vscode): Promise<Film> {
  await buildHandoff();
  const board = await openBoard(vscode);
  await vscode.runCommand("Terminal: Focus Terminal");
  await vscode.page.locator(".xterm-rows").getByText("claude-code").waitFor();
  const edge = await placeIn(vscode.page.locator(".part.editor"), 0.5, 1);
  await moveEdge(vscode, edge, { x: 0, y: 110 });
  await vscode.page.locator(".xterm-screen").click();
  await vscode.page.locator(".xterm.focus").waitFor();
  const film = await Film.begin(vscode, await placeIn(board.cell("blocked"), 0.5, 0.5));
  await film.hold(800);
  await film.type("handoff task update 04.5 --status review");
  await film.hold(400);
  await vscode.page.keyboard.press("Enter");
  await board.inColumn("review", "04.5").waitFor();
  await board.toast.filter({ hasText: "claude-code" }).waitFor();
  await film.hold(RESULT_MS);
  return film;
}

/** A shell of an agent. Its text is in the page, so that it can be waited for. */
const agentTerminal = {
  "terminal.integrated.profiles.linux": {
    agent: { path: "/bin/bash", args: ["--noprofile", "--norc"], env: { PS1: "claude-code $ ", HANDOFF_ACTOR: "claude-code" } },
  },
  "terminal.integrated.defaultProfile.linux": "agent",
  "terminal.integrated.shellIntegration.enabled": false,
  "terminal.integrated.tabs.enabled": false,
  "terminal.integrated.gpuAcceleration": "off",
};

/** Nobody holds a task; in the demo it is another conversation of the agent. */
function releaseTasks(vscode: Vscode): void {
  vscode.remove(".handoff/local/claims");
}

const scenes: Readonly<Record<string, Scene>> = {
  "animation-card": { size, play: dragCard },
  "animation-bar": { size, prepare: (vscode) => planAhead(vscode, "manual"), play: dragBar },
  "animation-agent": { size: { width: 1240, height: 760 }, settings: agentTerminal, prepare: releaseTasks, play: agentAtWork },
};

/** Records the animations that are wanted. */
export async function recordAnimations(isWanted: (name: string) => boolean): Promise<void> {
  for (const [name, { play, ...shot }] of Object.entries(scenes)) {
    if (!isWanted(name)) continue;
    await inDemo(shot, async (vscode) => (await play(vscode)).save(name));
  }
}
