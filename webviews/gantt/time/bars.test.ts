import { describe, expect, it } from "vitest";
import { spanOf } from "./bars.ts";

describe("the span of a chart", () => {
  const row = { key: "a", id: "a", title: "", depth: 0, progress: 0 };
  const [today, milestones] = [20_010, [] as const];

  it("ignores implausible years", () => {
    expect(spanOf({ rows: [{ ...row, start: 20_000, due: 2_000_000 }], milestones: [...milestones], today }, "plan")).toEqual({ first: 20_000, last: 20_010 });
  });

  it.each([
    ["plan", { first: 20_000, last: 20_010 }],
    ["actual", { first: 19_000, last: 20_010 }],
    ["compare", { first: 19_000, last: 20_010 }],
  ] as const)("has what the mode %s shows", (mode, span) => {
    const done = { ...row, start: 20_000, due: 20_002, actualStart: 19_000, actualEnd: 19_002 };
    expect(spanOf({ rows: [done], milestones: [...milestones], today }, mode)).toEqual(span);
  });
});
