// Parses message bodies that the engine does not parse itself.

import { timerAnswers, type TimerAnswer, type TimerQuestion } from "../../../../webviews/contract/common.ts";
import { pages, type Place } from "../../../../webviews/contract/surfaces.ts";
import type { GanttExport } from "../../../../webviews/contract/gantt.ts";
import type { ReportName } from "../../../../webviews/contract/generated/protocol.ts";
import { exportFormats, reportNames } from "../../../../webviews/contract/generated/values.ts";
import type { MetricsPicture } from "../../../../webviews/contract/metrics.ts";
import { pageCommands, type PageCommand } from "../../../../webviews/contract/pageCommands.ts";
import { isRecord, recordOf } from "../../../../webviews/contract/validate.ts";

/** Maximum depth of lists and objects in a command; the deepest real one has about six. */
const MAX_DEPTH = 20;

/** Reads a command that pages may send. The engine checks its fields. */
export function readCommand(body: unknown): PageCommand {
  const kind = recordOf(body)["kind"];
  if (!isRecord(body) || !pageCommands.some((known) => known === kind)) {
    throw new TypeError(`A page must not send the command ${JSON.stringify(kind)}.`);
  }
  // The engine reads nested values recursively, and its stack is small.
  if (isDeeperThan(body, MAX_DEPTH)) throw new TypeError("The command is nested too deeply.");
  return body as unknown as PageCommand;
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1));
}

export function readText(body: unknown): string {
  if (typeof body !== "string") throw new TypeError("A text was expected.");
  return body;
}

/** Reads a non-empty list of texts. */
export function readTexts(body: unknown): [string, ...string[]] {
  const [first, ...others] = Array.isArray(body) ? body.map(readText) : [];
  if (first === undefined) throw new TypeError("A list of texts was expected.");
  return [first, ...others];
}

export function readPlace(body: unknown): Place {
  const places: readonly Place[] = [...pages, "problems"];
  const known = places.find((place) => place === body);
  if (known === undefined) throw new TypeError("There is no such page.");
  return known;
}

export function readGanttExport(body: unknown): GanttExport {
  const { format } = recordOf(body);
  if (format === "svg" || format === "png") return readPicture(body);
  const known = exportFormats.find((name) => name === format);
  if (known === undefined) throw new TypeError("There is no such form to save a plan in.");
  return { format: known };
}

export function readPicture(body: unknown): MetricsPicture {
  const { format, text, base64 } = recordOf(body);
  if (format === "svg") return { format, text: readText(text) };
  if (format === "png") return { format, base64: readText(base64) };
  throw new TypeError("There is no such form to save a picture in.");
}

export function readReportName(body: unknown): ReportName {
  const known = reportNames.find((name) => name === body);
  if (known === undefined) throw new TypeError("There is no such report.");
  return known;
}

/** Reads the answer to a question about timers. */
export function readTimerReply(body: unknown): { question: Pick<TimerQuestion, "action" | "ids">; answer: TimerAnswer } {
  const { action, ids, answer } = recordOf(body);
  const known = timerAnswers.find((name) => name === answer);
  if ((action !== "start" && action !== "stop") || known === undefined) throw new TypeError("There is no such question about a timer.");
  return { question: { action, ids: readTexts(ids) }, answer: known };
}
