// Colors of a picture: on white, readable in print, independent of VSCode's theme.
import type { Status } from "../../contract/generated/protocol.ts";

export const printTheme = {
  page: "#ffffff",
  text: "#1f2328",
  muted: "#57606a",
  axis: "#f6f8fa",
  line: "#e3e7eb",
  lineStrong: "#b6bec7",
  closed: "#f1f3f5",
  today: "#005fb8",
  milestone: "#6639ba",
  parent: "#3d444d",
  baseline: "#9aa4af",
  link: "#6e7781",
  critical: "#bc4c00",
  broken: "#b3261e",
  late: "#9a3412",
} as const;

export const statusFill: Record<Status, string> = {
  todo: "#57606a",
  in_progress: "#1f6feb",
  review: "#8250df",
  blocked: "#cf222e",
  done: "#2da44e",
  skipped: "#afb8c1",
};
