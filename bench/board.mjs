// Measures the board in Chromium with the view of a project: node bench/board.mjs FOLDER [limited]
// Shows every card of each column, or with "limited" only as many as the board shows at first.
// First paint: from the start of the script until a frame with cards is painted. Every card: until the last card is painted.
// Drag: from a pointer move until the frame that shows it.
import { evaluate, median, weight, withPage } from "./page.mjs";
import { openProject } from "./project.mjs";

const { engine, context } = await openProject(process.argv[2]);
const unlimited = process.argv[3] === "limited" ? [] : ["todo", "in_progress", "review", "blocked", "done", "skipped"];
const { view: board } = JSON.parse(engine.view({ kind: "board", unlimited }, context));
const { view: project } = JSON.parse(engine.view({ kind: "project" }, context));
const snapshot = { board, project, today: "2026-11-18", readOnly: null, locale: "en", strings: {}, timers: [], savedFilters: [] };

const script = `globalThis.begin = (cards) => new Promise((resolve) => {
  const times = [];
  painted.port1.onmessage = () => {
    times.push(performance.now() - begun);
    if (times.length === 2) resolve(times);
  };
  const watch = () => {
    const drawn = document.querySelectorAll("[data-card]").length;
    if (drawn > 0 && times.length === 0) painted.port2.postMessage(null);
    if (drawn === cards) painted.port2.postMessage(null);
    else requestAnimationFrame(watch);
  };
  const begun = performance.now();
  load();
  requestAnimationFrame(watch);
});`;

const cards = board.columns.reduce((sum, column) => sum + column.cards.length, 0);
await withPage({ name: "board", snapshot, answer: "return snapshot;", script }, async (open) => {
  const runs = [];
  let shown;
  for (let run = 0; run < 5; run += 1) {
    shown = await open();
    runs.push(await evaluate(shown, `begin(${cards})`));
  }
  const card = await shown.locator("[data-card]").first().boundingBox();
  await shown.mouse.move(card.x + 40, card.y + 20);
  await shown.mouse.down();
  await shown.mouse.move(card.x + 80, card.y + 40, { steps: 4 });
  const moves = [];
  for (let step = 0; step < 30; step += 1) moves.push(await shown.evaluate(`moved(${300 + step * 20}, ${200 + step * 5})`));
  await shown.keyboard.press("Escape");
  await shown.mouse.up();
  console.log(
    JSON.stringify({
      cards,
      "snapshot kB": JSON.stringify(snapshot).length / 1000,
      "first paint": median(runs.map(([first]) => first)),
      "every card": median(runs.map(([, all]) => all)),
      "drag to repaint": median(moves),
      ...(await weight(shown)),
    }),
  );
});
