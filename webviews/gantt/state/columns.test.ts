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
])("in %i pixels a planner sees %s", (room, shown) => {
  expect(defaultColumns(room).join(" ")).toBe(shown);
});

it("the bars keep about half of the page", () => {
  for (let room = 450; room < 2000; room += 10) expect(widthOf(defaultColumns(room), defaultWidths)).toBeLessThanOrEqual(room * 0.525);
});

it("of a list that is pulled together the last columns go", () => {
  const shown = defaultColumns(1000);
  expect(columnsIn(shown, defaultWidths, 1000)).toEqual(shown);
  expect(columnsIn(shown, defaultWidths, 230)).toEqual(["title", "assignee"]);
  expect(columnsIn(shown, defaultWidths, 0)).toEqual(["title"]);
});
