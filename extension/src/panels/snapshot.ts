// What every surface gets besides its own view.

import { env, l10n } from "vscode";
import type { Snapshot, Start } from "../../../webviews/contract/common.ts";
import { civilDate } from "../support/moment.ts";
import type { Project } from "../workspace/project.ts";

export function snapshotOf(project: Project): Snapshot {
  const { now, utcOffsetMinutes } = project.context;
  return { project: project.summary, today: civilDate(now, utcOffsetMinutes), readOnly: project.readOnly };
}

export function startOf(project: Project): Start {
  const { today, readOnly } = snapshotOf(project);
  return { strings: l10n.bundle ?? {}, locale: env.language, today, readOnly };
}
