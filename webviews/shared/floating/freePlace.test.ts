import { describe, expect, it } from "vitest";
import { freePlace } from "./freePlace.ts";
import type { Box } from "./freePlace.ts";

const size = { width: 200, height: 40 };
const page = { width: 1000, height: 600 };
const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
/** A row of buttons at the foot of the page. */
const foot = box(0, 560, 1000, 590);

describe("an element lies", () => {
  it.each([
    ["in the corner of its side, end", "end", [[]], { left: 784, top: 544 }],
    ["in the corner of its side, start", "start", [[]], { left: 16, top: 544 }],
    ["above a row of buttons", "end", [[foot]], { left: 784, top: 512 }],
    ["beside a button in its corner", "end", [[box(900, 550, 980, 580)]], { left: 688, top: 544 }],
    ["in its corner if the whole page is full of buttons", "end", [[box(0, 0, 1000, 600)]], { left: 784, top: 544 }],
    ["over a list if nothing else is free, but over no button", "end", [[box(0, 0, 1000, 600)], [foot]], { left: 784, top: 512 }],
    ["in the corner, without a place in the lower half", "start", [[box(0, 300, 1000, 600)]], { left: 16, top: 544 }],
  ] as const)("%s", (_, side, obstacles, place) => {
    expect(freePlace(size, page, side, obstacles)).toEqual(place);
  });

  it("inside a window that is narrower than it", () => {
    expect(freePlace({ width: 400, height: 40 }, { width: 320, height: 600 }, "end", [[]])).toEqual({ left: 16, top: 544 });
  });
});
