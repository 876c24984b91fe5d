// Settings as the engine describes them, for tests and pictures.
import type { Setting, SettingControl, SettingsEntry, SettingsView } from "../../contract/generated/protocol.ts";

const plain = (template: string) => ({ template, args: {} });

/** The hours of each weekday. */
const week = (hours: number) => ({ mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: 0, sun: 0 });

/** Makes a setting. Without a value of its own it has the default. */
function setting(key: string[], title: string, control: SettingControl, value: unknown, more: Partial<Setting> = {}): Setting {
  return { key, title: plain(title), text: plain(`About ${title.toLowerCase()}.`), control, options: [], value, default: null, isSet: true, problem: null, ...more };
}

export function person(name: string, perDay: number | null, more: Partial<SettingsEntry> = {}, dayHours: Record<string, number> = { fri: 4, "2026-12-23": 2.5 }): SettingsEntry {
  const key = (field: string) => ["assignees", name, field];
  return {
    name,
    configured: true,
    tasks: 3,
    settings: [
      setting(key("display_name"), "Display name", "text", name.toUpperCase()),
      setting(key("color"), "Color", "color", null, { isSet: false }),
      setting(key("work_hours_per_day"), "Hours per day", "number", perDay ?? 8, { default: 8, isSet: perDay !== null }),
      setting(key("closed_weekdays"), "Days off each week", "weekdays", ["sat", "sun"], { default: ["sat", "sun"], isSet: false }),
      setting(key("day_hours"), "Hours by weekday and date", "dayHours", dayHours, { default: week(perDay ?? 8) }),
      setting(key("closed_dates"), "Days off", "dates", ["2026-12-24", "2026-12-25", "2027-01-04"]),
    ],
    ...more,
  };
}

function milestone(name: string): Setting[] {
  const stages = ["planning", "active", "completed", "frozen", "released", "cancelled"];
  return [
    setting(["milestones", name, "date"], "Date", "date", "2026-12-18"),
    setting(["milestones", name, "status"], "Stage", "choice", "active", { options: stages }),
    setting(["milestones", name, "version"], "Version", "text", "0.9.0"),
    setting(["milestones", name, "order"], "Order", "number", 1),
    setting(["milestones", name, "depends_on"], "Comes after", "texts", ["Alpha"]),
  ];
}

export const sampleSettings: SettingsView = {
  exists: true,
  broken: null,
  groups: [
    { name: "project", settings: [setting(["project", "name"], "Name", "text", "Tern Bay"), setting(["started_at"], "First day", "date", "2026-11-02")] },
    {
      name: "calendar",
      settings: [
        setting(["calendar", "work_hours_per_day"], "Hours per day", "number", 8, { default: 8, isSet: false }),
        setting(["calendar", "day_hours"], "Hours by weekday and date", "dayHours", week(8), { default: week(8), isSet: false }),
      ],
    },
    { name: "limits", settings: [setting(["settings", "custom_fields", "wip_limits", "review"], "Review", "number", null, { isSet: false })] },
    { name: "rules", settings: [setting(["settings", "require_estimate_hours"], "Require estimates", "flag", false, { default: true })] },
    { name: "time", settings: [setting(["settings", "timer_provider"], "Who runs timers", "choice", "auto", { options: ["auto", "vscode", "mcp", "off"], default: "auto", isSet: false })] },
    {
      name: "agents",
      settings: [
        setting(["settings", "custom_fields", "agents"], "Agents among the people", "texts", ["ai"], { default: ["ai", "agent"] }),
        setting(["settings", "custom_fields", "handoff_tools"], "Tool sets", "choices", "core", { options: ["core", "planning", "team"], default: "core", isSet: false }),
      ],
    },
  ],
  assignees: [person("maya", 6), person("ai", null), person("noor", null, { configured: false, tasks: 1 })],
  milestones: [{ name: "Beta", configured: true, tasks: 2, settings: milestone("Beta") }],
  labels: [
    { name: "tides", configured: true, tasks: 4, settings: [setting(["settings", "custom_fields", "label_colors", "tides"], "Color", "color", "teal")] },
    { name: "loose", configured: false, tasks: 1, settings: [setting(["settings", "custom_fields", "label_colors", "loose"], "Color", "color", null, { isSet: false })] },
  ],
};
