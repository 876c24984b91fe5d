import { expect, it } from "vitest";
import { columnsIn, defaultColumns, defaultWidths, widthOf } from "./columns.ts";

it.each([
  [1600, "title assignee start due hours progress"],
  [1200, "title assignee start due hours progress"],
  [1000, "title assignee start due"],
  [800, "title start due"],
  [700, "title due"],
  [400, "title"],
  [0, "title"],
])("a width of %i pixels has the default columns %s", (room, shown) => {
  expect(defaultColumns(room).join(" ")).toBe(shown);
});

it("the bars keep about half of the width", () => {
  for (let room = 450; room < 2000; room += 10) expect(widthOf(defaultColumns(room), defaultWidths)).toBeLessThanOrEqual(room * 0.525);
});

it("a narrowed list drops its last columns", () => {
  const shown = defaultColumns(1000);
  expect(columnsIn(shown, defaultWidths, 1000)).toEqual(shown);
  expect(columnsIn(shown, defaultWidths, 230)).toEqual(["title", "assignee"]);
  expect(columnsIn(shown, defaultWidths, 0)).toEqual(["title"]);
});
