// The files of the task t2.1 of the example, before and after it has moved to review.
import { expect } from "vitest";
import { fileBecomes, type ProjectFiles } from "../../harness/projectFiles.ts";
import { lineDifference, settledFiles, touched } from "./taskFiles.ts";

const tiles = ".handoff/tasks/t2-map-view/t2.1-tile-rendering";
/** The path of the task's file while it is in progress. */
export const doing = `${tiles}/_task.in_progress.json`;
/** The path of the task's file while it is in review. */
export const review = `${tiles}/_task.review.json`;

/** Expects one renamed status file with these removed and added lines and a new time stamp. */
export async function expectInReview(project: ProjectFiles, before: Record<string, string>, gone: string[], come: unknown[]): Promise<void> {
  await fileBecomes(project, review, (text) => text.includes('"t2.1"'));
  const after = await settledFiles(project);
  expect(touched(before, after)).toEqual([doing, review]);
  expect(after[doing]).toBeUndefined();
  const [old = "", young = ""] = [before[doing], after[review]];
  const stamp: unknown = expect.stringMatching(/^ {2}"updated_at": "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00",$/u);
  expect(lineDifference(old, young)).toEqual({ gone: [stamp, ...gone], come: [stamp, ...come] });
  // The server's format, except that hours such as 10.0 keep their fraction there.
  expect(young.replaceAll(/(\d)\.0\b/gu, "$1")).toBe(JSON.stringify(JSON.parse(young), null, 2));
}
