import { describe, expect, it } from "vitest";
import type { ProposedMove } from "../../contract/generated/protocol.ts";
import { acceptProposal, selectableMoves, latenessById, shiftOf } from "./proposal.ts";
import type { Shift } from "./proposal.ts";
import { day, fewMoves } from "../testing/fakeView.ts";

const shifts: [name: string, move: Partial<ProposedMove>, shift: Shift][] = [
  ["both days later", { startBefore: 10, dueBefore: 14, start: 13, due: 17 }, { kind: "moved", days: 3 }],
  ["both days earlier", { startBefore: 10, dueBefore: 14, start: 8, due: 12 }, { kind: "moved", days: -2 }],
  ["longer", { startBefore: 10, dueBefore: 14, start: 10, due: 17 }, { kind: "changed", days: 3 }],
  ["begins earlier and ends when it did", { startBefore: 10, dueBefore: 14, start: 9, due: 14 }, { kind: "changed", days: 0 }],
  ["had no dates", { start: 9, due: 14 }, { kind: "new" }],
  ["had only a due date", { dueBefore: 12, start: 9, due: 14 }, { kind: "changed", days: 2 }],
  ["had only a start", { startBefore: 8, start: 9, due: 14 }, { kind: "changed", days: 1 }],
];

describe("shiftOf describes date changes", () => {
  it.each(shifts)("%s", (_, move, shift) => {
    expect(shiftOf({ key: "t1", id: "t1", title: "", follows: false, ...move })).toEqual(shift);
  });
});

describe("accepted dates", () => {
  it("are those shown, without parents", () => {
    expect(acceptProposal(fewMoves, new Set())).toEqual({
      kind: "set",
      dates: [
        { id: "t1.3", startDate: "2026-11-30", dueDate: "2026-12-09" },
        { id: "t2.1", startDate: "2026-12-10", dueDate: "2026-12-21" },
        { id: "t2.2", startDate: "2026-12-22", dueDate: "2027-01-07" },
        { id: "t3", startDate: "2027-01-08", dueDate: "2027-01-08" },
      ],
    });
  });

  it("omit excluded tasks", () => {
    const change = acceptProposal(fewMoves, new Set(["t1.3", "t2.2", "t3"]));
    expect(change).toEqual({ kind: "set", dates: [{ id: "t2.1", startDate: "2026-12-10", dueDate: "2026-12-21" }] });
  });

  it("clear a date where none was shown", () => {
    const move = { key: "t9", id: "t9", title: "", follows: false, startBefore: 4, dueBefore: 5, due: day("2026-12-01") };
    expect(acceptProposal({ ...fewMoves, moves: [move] }, new Set())).toMatchObject({
      dates: [{ id: "t9", startDate: null, dueDate: "2026-12-01" }],
    });
  });
});

it("parents cannot be selected", () => {
  expect(selectableMoves(fewMoves).map(({ id }) => id)).toEqual(["t1.3", "t2.1", "t2.2", "t3"]);
});

it("a task that misses two milestones lists both", () => {
  expect(latenessById(fewMoves).get("t2.2")?.map(({ days }) => days)).toEqual([18, 15]);
});
