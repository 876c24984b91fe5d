// Parses message bodies that the engine does not parse itself.

import type { GanttExport } from "../../../webviews/contract/gantt.ts";
import { exportFormats } from "../../../webviews/contract/generated/values.ts";
import { recordOf } from "../../../webviews/contract/validate.ts";

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

export function readGanttExport(body: unknown): GanttExport {
  const { format, text, base64 } = recordOf(body);
  if (format === "svg") return { format, text: readText(text) };
  if (format === "png") return { format, base64: readText(base64) };
  const known = exportFormats.find((name) => name === format);
  if (known === undefined) throw new TypeError("There is no such form to save a plan in.");
  return { format: known };
}
