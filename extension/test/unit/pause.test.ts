// Pauses of writing: from outside of the project, and the work of a project when one ends.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outerPauses } from "../../src/shells/outerPause.ts";
import { createTask, memoryProject, run } from "./memoryProject.ts";

const isProject = (): boolean => false;

describe("a pause outside of the project", () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "handoff-pause-"));
    mkdirSync(join(home, ".handoff"));
  });
  afterAll(() => rmSync(home, { recursive: true }));

  test("is read from the environment variable first", () => {
    writeFileSync(join(home, ".handoff", "PAUSE"), "Holidays");
    const read = (value?: string) => outerPauses(value === undefined ? {} : { HANDOFF_PAUSE: value }, home).read(isProject);
    const file = { scope: "user", origin: join(home, ".handoff", "PAUSE"), reason: "Holidays" };
    const variable = (reason: string) => ({ scope: "variable", origin: "HANDOFF_PAUSE", reason });
    const table = [undefined, "", " 0 ", "false", "1", "true", " Demo "] as const;
    const expected = [file, file, file, file, variable(""), variable(""), variable("Demo")];
    expect(table.map((value) => read(value))).toEqual(expected);
    rmSync(join(home, ".handoff", "PAUSE"));
    expect(read()).toBeUndefined();
  });

  test("is any entry at the path of the file", () => {
    const path = join(home, ".handoff", "PAUSE");
    const reason = (): string | undefined => outerPauses({}, home).read(isProject)?.reason;
    for (const create of [() => mkdirSync(path), () => symlinkSync("nowhere", path), () => writeFileSync(path, "")]) {
      create();
      expect(reason()).toBe("");
      rmSync(path, { recursive: true });
    }
    writeFileSync(path, "ä".repeat(2000));
    expect(reason()).toBe("ä".repeat(500));
  });
});

test("a project refuses changes between a pause and its end", async () => {
  const project = await memoryProject("mem:/pause");
  await run(project, { kind: "pauseWriting", reason: "Release." });
  expect(project.summary.paused).toMatchObject({ scope: "project", reason: "Release." });
  const refused = await project.execute({ kind: "changeTasks", tasks: [{ fields: { title: "Crane" } }] });
  expect(refused).toMatchObject({ kind: "failed", message: expect.stringContaining('"code":"paused"') as unknown });
  expect(project.summary.total).toBe(0);
  await run(project, { kind: "resumeWriting" });
  expect(project.summary.paused).toBeUndefined();
  await createTask(project, "Crane");
});
