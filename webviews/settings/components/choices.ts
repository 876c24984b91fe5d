// The names of choices, and what tool sets contain.
import { t } from "@vscode/l10n";
import { milestoneStatusName } from "../../shared/text/names.ts";

export function choiceName(option: string): string {
  switch (option) {
    case "auto":
      return t("Whichever is there");
    case "vscode":
      return t("The editor");
    case "mcp":
      return t("Servers of agents");
    case "off":
      return t("None");
    case "planning":
    case "active":
    case "completed":
    case "frozen":
    case "released":
    case "cancelled":
      return milestoneStatusName(option);
    default:
      return option;
  }
}

export function toolSetName(set: string): string {
  switch (set) {
    case "start":
      return t("New projects");
    case "core":
      return t("Core tools");
    case "planning":
      return t("Planning tools");
    case "team":
      return t("Team tools");
    case "timer":
      return t("Timers");
    case "memory":
      return t("Memories");
    case "packages":
      return t("Packages");
    case "docs":
      return t("Documents");
    case "protocol":
      return t("Handoff protocol");
    case "rest":
      return t("Other tools");
    default:
      return set;
  }
}

export function toolSetText(set: string): string {
  switch (set) {
    case "start":
      return t("Creating a project: offered where there is none.");
    case "core":
      return t("What every conversation needs: sessions, tasks, what to do next, and undo.");
    case "planning":
      return t("Metrics, reports, capacity, schedule and the calendar.");
    case "team":
      return t("People, milestones, requests and other projects.");
    case "timer":
      return t("Timers of tasks.");
    case "memory":
      return t("Lessons that outlive conversations.");
    case "packages":
      return t("Texts that one conversation hands to another.");
    case "docs":
      return t("Documents, their reviews, and the checklist of a task.");
    case "protocol":
      return t("The three tools of the handoff protocol.");
    case "rest":
      return t("Everything else.");
    default:
      return "";
  }
}
