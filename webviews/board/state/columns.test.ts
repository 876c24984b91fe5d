import { describe, expect, it } from "vitest";
import { fakeCard } from "../../shared/testing/fakeCard.ts";
import { viewOf } from "../testing/views.ts";
import { foldedColumns, readFolds, shownColumns } from "./columns.ts";

const { columns } = viewOf([fakeCard("t1", "Sail"), fakeCard("t2", "Mast", "done")]);
const empty = viewOf([]).columns;

describe("collapsed columns", () => {
  it.each([
    ["finished tasks while there are none", columns, {}, ["skipped"]],
    ["both, before the first is finished", empty, {}, ["done", "skipped"]],
    ["what the user has collapsed", columns, { todo: true, skipped: false }, ["todo"]],
  ] as const)("%s", (_, all, folds, folded) => {
    expect(foldedColumns(all, folds)).toEqual(folded);
  });

  it.each([
    [{ done: false, todo: true, review: "yes", gone: true }, { done: false, todo: true }],
    [["done"], {}],
    [null, {}],
  ])("are read from %o", (stored, folds) => {
    expect(readFolds(stored)).toEqual(folds);
  });
});

it("a hidden column is shown only if the filter asks for it", () => {
  expect(shownColumns(columns, ["done", "blocked"], [])).toEqual(["todo", "in_progress", "review", "skipped"]);
  expect(shownColumns(columns, ["done"], ["done", "todo"])).toEqual(["todo", "done"]);
});
