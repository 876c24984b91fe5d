// The gallery of the webviews.
//   node scripts/gallery.mjs                    serves it and prints the address
//   node scripts/gallery.mjs pictures [name]    saves pictures in dist/gallery/pictures/; with a name, only those that contain it
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openSurface, out, serveGallery } from "./lib/gallery.mjs";
import { chromiumOptions } from "./lib/machine.mjs";

/** @type {{ name: string, query: Record<string, string>, height?: number, width?: number }[]} */
const pictures = [3, 41, 1000].flatMap((cards) =>
  ["dark", "light", "highContrast", "highContrastLight"].map((theme) => ({
    name: `board-${cards}-${theme}`,
    query: { theme, cards: String(cards) },
  })),
);
pictures.push(
  { name: "board-lanes-dark", query: { theme: "dark", lanes: "assignee" } },
  { name: "board-lanes-light", query: { theme: "light", lanes: "priority" } },
  { name: "board-empty-dark", query: { theme: "dark", cards: "0" } },
  { name: "board-readonly-light", query: { theme: "light", readOnly: "" } },
  { name: "board-japanese-light", query: { theme: "light", lang: "ja" } },
);
for (const theme of ["dark", "light", "highContrast"]) pictures.push({ name: `board-views-${theme}`, query: { theme, saved: "" } });
for (const theme of ["dark", "light", "highContrast", "highContrastLight"]) {
  for (const task of ["t1.2.2", "t1"]) {
    pictures.push({ name: `task-${task}-${theme}`, query: { surface: "task", theme, task } });
  }
}
for (const theme of ["dark", "light", "highContrast", "highContrastLight"]) {
  pictures.push({ name: `sessions-${theme}`, query: { surface: "sessions", theme } });
  pictures.push({ name: `sessions-register-${theme}`, query: { surface: "sessions", theme, tab: "register" } });
}
pictures.push(
  { name: "sessions-search-dark", query: { surface: "sessions", theme: "dark", text: "fork" } },
  { name: "sessions-empty-light", query: { surface: "sessions", theme: "light", empty: "" } },
  { name: "sessions-japanese-light", query: { surface: "sessions", theme: "light", lang: "ja" } },
);
for (const theme of ["dark", "light", "highContrast", "highContrastLight"]) {
  for (const tab of ["referrals", "memories", "documents"]) pictures.push({ name: `library-${tab}-${theme}`, query: { surface: "library", theme, tab } });
}
pictures.push(
  { name: "library-empty-light", query: { surface: "library", theme: "light", empty: "" } },
  { name: "library-readonly-dark", query: { surface: "library", theme: "dark", tab: "memories", readOnly: "" } },
  { name: "library-japanese-light", query: { surface: "library", theme: "light", lang: "ja" } },
);
for (const theme of ["dark", "light", "highContrast", "highContrastLight"]) {
  pictures.push({ name: `settings-${theme}`, query: { surface: "settings", theme }, height: 1500 });
}
pictures.push(
  { name: "settings-broken-dark", query: { surface: "settings", theme: "dark", broken: "" } },
  { name: "settings-narrow-light", query: { surface: "settings", theme: "light" }, width: 360 },
  { name: "settings-japanese-light", query: { surface: "settings", theme: "light", lang: "ja" } },
);
for (const theme of ["dark", "light", "highContrast", "highContrastLight"]) {
  pictures.push({ name: `gantt-tide-atlas-${theme}`, query: { surface: "gantt", theme } });
  for (const tasks of [3, 41, 3000]) pictures.push({ name: `gantt-${tasks}-${theme}`, query: { surface: "gantt", theme, tasks: String(tasks) } });
  pictures.push({ name: `gantt-critical-${theme}`, query: { surface: "gantt", theme, tasks: "41", critical: "", loads: "", baseline: "" } });
}
pictures.push(
  { name: "gantt-day-dark", query: { surface: "gantt", theme: "dark", tasks: "41", px: "40" } },
  { name: "gantt-month-light", query: { surface: "gantt", theme: "light", px: "6" } },
  { name: "gantt-quarter-dark", query: { surface: "gantt", theme: "dark", px: "2" } },
  { name: "gantt-compare-light", query: { surface: "gantt", theme: "light", tasks: "41", mode: "compare" } },
  { name: "gantt-actual-dark", query: { surface: "gantt", theme: "dark", mode: "actual" } },
  { name: "gantt-table-light", query: { surface: "gantt", theme: "light", table: "" } },
  { name: "gantt-japanese-light", query: { surface: "gantt", theme: "light", lang: "ja" } },
);

for (const theme of ["dark", "light", "highContrast", "highContrastLight"]) {
  pictures.push({ name: `metrics-${theme}`, query: { surface: "metrics", theme }, height: 2300 });
  pictures.push({ name: `metrics-group-${theme}`, query: { surface: "metrics", theme, group: "assignee", measure: "hours" }, height: 2300 });
}
pictures.push(
  { name: "metrics-empty-dark", query: { surface: "metrics", theme: "dark", empty: "" }, height: 2300 },
  { name: "metrics-short-dark", query: { surface: "metrics", theme: "dark", from: "2026-11-22" }, height: 2300 },
  { name: "metrics-table-light", query: { surface: "metrics", theme: "light", tables: "" }, height: 2300 },
  { name: "metrics-japanese-light", query: { surface: "metrics", theme: "light", lang: "ja" }, height: 2300 },
);

for (const theme of ["dark", "light", "highContrast", "highContrastLight"]) {
  pictures.push({ name: `time-${theme}`, query: { surface: "time", theme, timers: "" } });
  pictures.push({ name: `time-3000-${theme}`, query: { surface: "time", theme, entries: "3000" } });
}
pictures.push(
  { name: "time-3-light", query: { surface: "time", theme: "light", entries: "3" } },
  { name: "time-form-dark", query: { surface: "time", theme: "dark", form: "" } },
  { name: "time-month-dark", query: { surface: "time", theme: "dark", days: "month" } },
  { name: "time-empty-dark", query: { surface: "time", theme: "dark", entries: "0" } },
  { name: "time-readonly-light", query: { surface: "time", theme: "light", readOnly: "" } },
  { name: "time-japanese-light", query: { surface: "time", theme: "light", lang: "ja", timers: "" } },
  { name: "time-narrow-dark", query: { surface: "time", theme: "dark", timers: "" }, width: 300 },
);

for (const theme of ["dark", "light", "highContrast", "highContrastLight"]) {
  pictures.push({ name: `dashboard-${theme}`, query: { surface: "dashboard", theme }, height: 1100 });
  pictures.push({ name: `overview-${theme}`, query: { surface: "overview", theme } });
}
pictures.push(
  { name: "dashboard-atlas-dark", query: { surface: "dashboard", theme: "dark", project: "atlas" }, height: 1100 },
  { name: "dashboard-empty-dark", query: { surface: "dashboard", theme: "dark", empty: "" } },
  { name: "dashboard-japanese-light", query: { surface: "dashboard", theme: "light", lang: "ja" }, height: 1100 },
);

/** @param {string} wanted */
async function takePictures(wanted) {
  const { chromium } = await import("playwright-core");
  const folder = join(out, "pictures");
  mkdirSync(folder, { recursive: true });
  const gallery = await serveGallery();
  const browser = await chromium.launch(await chromiumOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
    page.on("console", (message) => message.type() === "error" && console.error(message.text()));
    page.on("pageerror", (error) => console.error(error.stack));
    for (const { name, query, height = 860, width = 1440 } of pictures.filter((picture) => picture.name.includes(wanted))) {
      await page.setViewportSize({ width, height });
      await openSurface(page, gallery.url, query);
      await page.screenshot({ path: join(folder, `${name}.png`) });
      console.log(join(folder, `${name}.png`));
    }
  } finally {
    await browser.close();
    gallery.close();
  }
}

const [action, wanted = ""] = process.argv.slice(2);
if (action === "pictures") await takePictures(wanted);
else console.log(`${(await serveGallery()).url}?surface=board&theme=dark&cards=41`);
