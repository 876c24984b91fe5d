// The proofs of a task that are older than the files that they are about.

import type { StaleProof } from "../../../webviews/contract/task.ts";
import { isRecord } from "../../../webviews/contract/validate.ts";
import type { Project } from "./project.ts";

/** Returns the stale proofs of a task. Reads files only if it has proofs. */
export async function staleProofs(project: Project, task: string): Promise<StaleProof[]> {
  const details = project.view({ kind: "task", id: task })?.criterionDetails ?? [];
  if (details.every(({ proof }) => proof?.files === undefined)) return [];
  const { structured } = await project.operate((engine) => engine.beginTool("handoff_get_task", { task_id: task }));
  const criteria: unknown = isRecord(structured) ? structured["done_criteria"] : [];
  return Array.isArray(criteria) ? criteria.flatMap(staleProof) : [];
}

function staleProof(criterion: unknown): StaleProof[] {
  if (!isRecord(criterion)) return [];
  const { item, stale } = criterion;
  if (typeof item !== "string" || !Array.isArray(stale)) return [];
  return [{ item, files: stale.filter((file) => typeof file === "string") }];
}
