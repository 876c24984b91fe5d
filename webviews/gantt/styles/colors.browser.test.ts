// The colors of the chart are there in every theme, also where VSCode has none of that name.
import { expect, it } from "vitest";
import { allThemes, applyTheme } from "../../shared/testing/theme.ts";
import "../gantt.css";

it.each(allThemes)("proposed dates and the critical path can be seen in the theme %s", (theme) => {
  applyTheme(theme);
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  document.body.append(shape);
  for (const color of ["--orange", "--critical"]) {
    shape.style.stroke = `var(${color})`;
    // An invalid color leaves the shape without an outline.
    expect(getComputedStyle(shape).stroke).not.toBe("none");
  }
  shape.remove();
});
