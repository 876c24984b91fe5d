// Names and icons of sessions and of entries of the register. Extension and webviews pass in their
// own translation function.
import type { RegisterKind, SessionStatus } from "../generated/protocol.ts";
import type { Translate } from "../translate.ts";

export function sessionStatusName(status: SessionStatus | null, t: Translate): string {
  switch (status) {
    case "open":
      return t("Waiting");
    case "active":
      return t("Active");
    case "paused":
      return t("Paused");
    case "closed":
      return t("Closed");
    case null:
      return t("Unknown status");
  }
}

/** Codicon of each status. The icons differ in shape, so that nothing depends on color alone. */
const sessionStatusIcons = {
  open: "inbox",
  active: "play-circle",
  paused: "debug-pause",
  closed: "pass",
} as const satisfies Record<SessionStatus, string>;

export function sessionStatusIcon(status: SessionStatus | null): string {
  return status === null ? "question" : sessionStatusIcons[status];
}

export function registerKindName(kind: RegisterKind, t: Translate): string {
  switch (kind) {
    case "decision":
      return t("Decisions");
    case "caution":
      return t("Cautions");
    case "blocker":
      return t("Blockers");
    case "openItem":
      return t("Open items");
    case "pointer":
      return t("Pointers");
    case "reference":
      return t("References");
    case "suggestion":
      return t("Suggestions");
    case "contextNote":
      return t("Notes");
  }
}

/** Returns the name of a confidence; another program may write any text. */
export function confidenceName(confidence: string, t: Translate): string {
  switch (confidence) {
    case "confirmed":
      return t("confirmed");
    case "estimated":
      return t("estimated");
    case "unverified":
      return t("unverified");
    default:
      return confidence;
  }
}

const HOUR = 60;

/** Returns a duration such as "1 h 30 min". */
export function durationText(minutes: number, t: Translate): string {
  const [hours, rest] = [String(Math.floor(minutes / HOUR)), String(minutes % HOUR)];
  if (minutes < HOUR) return t("{minutes} min", { minutes: rest });
  return minutes % HOUR === 0 ? t("{hours} h", { hours }) : t("{hours} h {minutes} min", { hours, minutes: rest });
}
