import { describe, expect, it } from "vitest";
import { partsOf } from "./Highlighted.tsx";

describe("the words of a filter are marked", () => {
  it.each([
    ["Tide table", "", ["Tide table"]],
    ["Tide table", "x", ["Tide table"]],
    ["Tide table", "TA", ["Tide ", "ta", "ble"]],
    ["Tide table", "tide", ["", "Tide", " table"]],
    ["Tide table", " table  t ", ["", "T", "ide ", "table"]],
    ["banana", "ana", ["b", "anana"]],
    ["潮位データ取得", "データ", ["潮位", "データ", "取得"]],
    ["🌊 Wave", "🌊", ["", "🌊", " Wave"]],
    ["İstanbul", "stan", ["İstanbul"]],
  ])("%s: %s", (text, sought, parts) => {
    expect(partsOf(text, sought)).toEqual(parts);
  });
});
