import { expect, it } from "vitest";
import { columnsIn, defaultColumns, defaultWidths, usualWidths, widthOf } from "./columns.ts";

it.each([
  [1600, "title assignee start due hours progress"],
  [1500, "title assignee start due hours progress"],
  [1499, "title assignee due"],
  [800, "title assignee due"],
  [720, "title due"],
  [600, "title"],
  [0, "title"],
])("a width of %i pixels has the default columns %s", (room, shown) => {
  expect(defaultColumns(room).join(" ")).toBe(shown);
});

it("the bars keep about half of the width", () => {
  for (let room = 540; room < 2000; room += 10) {
    const shown = defaultColumns(room);
    expect(widthOf(shown, usualWidths(shown, room))).toBeLessThanOrEqual(room * 0.525);
  }
});

it.each([
  // VSCode at 900, 1440 and 1920 pixels with its side bar.
  [617, 293],
  [1083, 342],
  [1560, 331],
  [2400, 360],
  [300, 248],
])("in a width of %i pixels the title has %i", (room, width) => {
  expect(usualWidths(defaultColumns(room), room).title).toBe(width);
});

it("a narrowed list drops its last columns", () => {
  const shown = defaultColumns(1000);
  expect(columnsIn(shown, defaultWidths, 1000)).toEqual(shown);
  expect(columnsIn(shown, defaultWidths, 290)).toEqual(["title", "assignee"]);
  expect(columnsIn(shown, defaultWidths, 0)).toEqual(["title"]);
});
