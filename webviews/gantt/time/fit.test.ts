import { describe, expect, it } from "vitest";
import { fitInto } from "./fit.ts";

const bar = (first: number, after: number, name: number) => ({ first, after, name });

describe("the scale that fits", () => {
  it.each([
    ["days alone", { first: 0, last: 99 }, [], 1032, 80, { px: 10, lead: 16 }],
    ["a name behind the last bar", { first: 0, last: 99 }, [bar(98, 100, 176)], 1032, 80, { px: 8, lead: 16 }],
    ["a name inside a long bar", { first: 0, last: 99 }, [bar(0, 100, 176)], 1032, 80, { px: 10, lead: 16 }],
    ["a name that stands behind its bar once days are narrower", { first: 0, last: 99 }, [bar(98, 100, 176), bar(78, 98, 171)], 1032, 80, { px: 8, lead: 16 }],
    ["days rather than a name that needs all the room", { first: 0, last: 99 }, [bar(98, 100, 900)], 1032, 80, { px: 7.5, lead: 16 }],
    ["a short plan, not at the very edge", { first: 0, last: 4 }, [bar(0, 5, 100)], 1032, 40, { px: 40, lead: 155 }],
  ])("leaves room for %s", (_, span, bars, width, greatest, fit) => {
    expect(fitInto(span, bars, width, greatest)).toEqual(fit);
  });
});
