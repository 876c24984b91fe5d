// The IDs of tasks in lines of terminals and documents.
import { expect, test, vi } from "vitest";
import { findIds, findInDocument } from "../../../src/links/taskLinks.ts";
import { createTask, memoryProject } from "../memoryProject.ts";

vi.mock("vscode", () => import("../fakeVscode.ts"));

const project = await memoryProject("file:///plans/atlas");
for (const title of ["Read the tide tables", "Draw the coast line"]) await createTask(project, title);

test.each([
  ["Finish t1 and t2.", ["t1", "t2"]],
  ["(t1): parse the feed, see t2, t3", ["t1", "t2"]],
  ["t1-2 xt1 t1.5 /t1/ a@t1 https://x.org/t1 src/t1.ts t1_a v1.2 2026-11-27 1", []],
  [`${"x ".repeat(1500)}t1`, []],
])("“%s” names %j", (line, ids) => {
  expect(findIds(line, [project]).map(({ id }) => id)).toEqual(ids);
});

test("the place of an ID is where it begins in the line", () => {
  expect(findIds("commit for t2", [project])).toEqual([{ id: "t2", start: 11, project }]);
});

test.each([
  ["typescript", "// TODO(t1): t2; FIXME(t2) XTODO(t1) TODO(t9) TODO( t1 )", ["t1 at 8", "t2 at 23"]],
  ["markdown", "TODO(t1) and t2", ["t1 at 5", "t2 at 13"]],
])("in a document of %s, “%s” has the links %j", (languageId, text, links) => {
  const found = findInDocument({ languageId, getText: () => `first\r\n${text}` }, [project]);
  expect(found.map(({ id, start }) => `${id} at ${start}`)).toEqual(links);
  expect(found.every(({ line }) => line === 1)).toBe(true);
});
