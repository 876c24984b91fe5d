// Measures the Gantt chart in Chromium with the view of a project: node bench/gantt.mjs FOLDER
// First paint: from the start of the script until a frame with bars is painted. Scroll: frames over 32 ms within 2 s of steady scrolling.
// Drag: from a pointer move until the frame that shows it.
import { evaluate, median, weight, withPage } from "./page.mjs";
import { openProject } from "./project.mjs";

const { engine, context } = await openProject(process.argv[2]);
const { view: gantt } = JSON.parse(engine.view({ kind: "gantt" }, context));
const { view: project } = JSON.parse(engine.view({ kind: "project" }, context));
const snapshot = { gantt, project, today: "2026-11-18", readOnly: null, locale: "en", strings: {}, timers: [], savedFilters: [] };

const script = `globalThis.begin = () => new Promise((resolve) => {
  painted.port1.onmessage = () => resolve(performance.now() - begun);
  const watch = () => {
    if (document.querySelector("[data-bar]") !== null) painted.port2.postMessage(null);
    else requestAnimationFrame(watch);
  };
  const begun = performance.now();
  load();
  requestAnimationFrame(watch);
});
globalThis.scrolled = () => new Promise((resolve) => {
  const scroller = document.querySelector(".chart-scroller");
  const begun = performance.now();
  const frames = [];
  let before = begun;
  let way = 1;
  const next = (now) => {
    frames.push(now - before);
    const by = 1.5 * (now - before) * way;
    before = now;
    const { scrollTop } = scroller;
    scroller.scrollTop += by;
    // Reverses at either end, so that short projects are scrolled for the whole time too.
    if (Math.abs(by) > 2 && scroller.scrollTop === scrollTop) way = -way;
    if (now - begun < 2000) requestAnimationFrame(next);
    else resolve({ slow: frames.slice(2).filter((frame) => frame > 32).length, frames: frames.length });
  };
  requestAnimationFrame(next);
});`;

const answer = `return name === "propose"
  ? { revision: 1, refusal: null, moves: [], followers: 0, endBefore: null, end: null, late: [], load: [] }
  : snapshot;`;

await withPage({ name: "gantt", snapshot, answer, script }, async (open) => {
  const runs = [];
  let shown;
  for (let run = 0; run < 5; run += 1) {
    shown = await open();
    runs.push(await evaluate(shown, "begin()"));
  }
  const scrolls = [];
  for (let run = 0; run < 3; run += 1) scrolls.push(await shown.evaluate("scrolled()"));
  await shown.evaluate("document.querySelector('.chart-scroller').scrollTop = 0; new Promise(requestAnimationFrame)");
  const bar = await shown.evaluate(`(() => {
    const fits = ({ left, right, top, bottom }) => left > 480 && right < 1250 && top > 100 && bottom < 780;
    const boxes = [...document.querySelectorAll(".bar-fill")].map((bar) => bar.getBoundingClientRect());
    const { left, top, width, height } = boxes.find(fits) ?? boxes[0];
    return { left, top, width, height };
  })()`);
  const [x, y] = [bar.left + bar.width / 2, bar.top + bar.height / 2];
  await shown.mouse.move(x, y);
  await shown.mouse.down();
  await shown.mouse.move(x + 40, y, { steps: 4 });
  const moves = [];
  for (let step = 0; step < 30; step += 1) moves.push(await shown.evaluate(`moved(${x + 40 + step * 8}, ${y})`));
  await shown.keyboard.press("Escape");
  await shown.mouse.up();
  console.log(
    JSON.stringify({
      rows: gantt.rows.length,
      links: gantt.links.length,
      "snapshot kB": JSON.stringify(snapshot).length / 1000,
      "first paint": median(runs),
      "frames over 32 ms in 2 s": median(scrolls.map(({ slow }) => slow)),
      "drag to repaint": median(moves),
      ...(await weight(shown)),
    }),
  );
});
