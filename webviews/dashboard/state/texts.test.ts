import { expect, it } from "vitest";
import { hoursText } from "./texts.ts";

it.each([
  [0, "0 h"],
  [0.02, "0.02 h"],
  [0.05, "0.1 h"],
  [-0.02, "-0.02 h"],
  [20_250.04, "20,250 h"],
])("%d hours are %s", (hours, text) => {
  expect(hoursText(hours, "en-GB")).toBe(text);
});
