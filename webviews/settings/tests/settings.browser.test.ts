import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { findings } from "../../shared/testing/accessibility.ts";
import { allThemes, applyTheme } from "../../shared/testing/theme.ts";
import { openSettings } from "../testing/open.ts";
import type { SettingsPageHandle } from "../testing/open.ts";
import { person, sampleSettings } from "../testing/sampleSettings.ts";

let opened: SettingsPageHandle;
afterEach(() => opened.close());

const maya = JSON.stringify(["assignees", "maya"]);
const withMaya = { open: [maya] };
const asked = () => opened.host.asked.map(({ body }) => body);
const group = (name: string) => page.getByRole("group", { name, exact: true });
const headings = (): (string | null)[] => [...document.querySelectorAll(".settings-sections h2")].map(({ textContent }) => textContent);
const hoursOf = (name: string) => page.getByRole("listitem").filter({ hasText: name }).getByRole("textbox", { name: "Hours per day" });
const change = (key: string[], value: unknown, seen?: string[]) => ({ kind: "updateConfig", changes: [{ key, value, ...(seen !== undefined && { seen }) }] });
const daysOff = ["2026-12-24", "2026-12-25", "2027-01-04"];
const mayaHours = ["assignees", "maya", "work_hours_per_day"];

describe("axe finds nothing in any theme", () => {
  it("with an open person, a refusal and a broken file", async () => {
    document.title = "Settings";
    opened = await openSettings({ refuse: () => "Hours must be 0 to 24." }, withMaya);
    await hoursOf("MAYA").fill("99");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("alert")).toHaveTextContent("Hours must be 0 to 24.");
    expect(await findings()).toEqual([]);
    opened.host.change({ ...sampleSettings, broken: { template: "Line 2 cannot be read.", args: {} } });
    await expect.element(page.getByText("Line 2 cannot be read.")).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("in a narrow window", async () => {
    document.title = "Settings";
    opened = await openSettings({}, withMaya, 320);
    for (const theme of allThemes) {
      applyTheme(theme);
      expect(document.documentElement.scrollWidth, `in ${theme}`).toBeLessThanOrEqual(320);
    }
    expect(await findings()).toEqual([]);
  });
});

describe("a field", () => {
  it("is saved with Enter, and the change can be undone", async () => {
    opened = await openSettings({}, withMaya);
    await hoursOf("MAYA").fill("4,5");
    await userEvent.keyboard("{Enter}");
    await expect.poll(asked).toEqual([change(mayaHours, 4.5)]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => asked().at(-1)).toEqual({ kind: "undo" });
  });

  it("is saved when the focus leaves it, but not without a change", async () => {
    opened = await openSettings();
    const name = group("Name").getByRole("textbox");
    await name.click();
    await userEvent.tab();
    await name.fill("Gull Bay");
    await userEvent.tab();
    await expect.poll(asked).toEqual([change(["project", "name"], "Gull Bay")]);
  });

  it("is not saved after Escape", async () => {
    opened = await openSettings();
    const name = group("Name").getByRole("textbox");
    await name.fill("Gull Bay");
    await userEvent.keyboard("{Escape}");
    await expect.element(name).toHaveValue("Tern Bay");
    await userEvent.tab();
    expect(asked()).toEqual([]);
  });

  it("for a day takes any way to write it, or the calendar", async () => {
    opened = await openSettings();
    const day = group("First day").getByRole("textbox");
    await day.fill("Nov 9, 2026");
    await userEvent.keyboard("{Enter}");
    await group("First day").getByRole("button", { name: /calendar/u }).click();
    await page.getByRole("gridcell", { name: /November 20/u }).click();
    await expect.poll(asked).toEqual([change(["started_at"], "2026-11-09"), change(["started_at"], "2026-11-20")]);
  });

  it("keeps a refused text, with the reason beside it", async () => {
    opened = await openSettings({ refuse: () => "Hours must be 0 to 24." }, withMaya);
    await hoursOf("MAYA").fill("99");
    await userEvent.keyboard("{Enter}");
    await expect.element(hoursOf("MAYA")).toHaveAttribute("aria-invalid", "true");
    await expect.element(page.getByRole("alert")).toHaveTextContent("Hours must be 0 to 24.");
    await expect.element(hoursOf("MAYA")).toHaveValue("99");
    await hoursOf("MAYA").fill("9");
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  it("keeps what is typed when another program changes the value, and asks which one stays", async () => {
    opened = await openSettings({}, withMaya);
    await hoursOf("MAYA").fill("5");
    opened.host.change({ ...sampleSettings, assignees: [person("maya", 7), ...sampleSettings.assignees.slice(1)] });
    await expect.element(page.getByText("The value in the file is now “7”.")).toBeVisible();
    await expect.element(hoursOf("MAYA")).toHaveValue("5");
    await hoursOf("MAYA").click();
    await userEvent.keyboard("{Enter}");
    expect(asked()).toEqual([]);
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect.poll(asked).toEqual([change(mayaHours, 5)]);
  });

  it("after Enter, the keys of Undo take back what was saved, and not the typing", async () => {
    opened = await openSettings({}, withMaya);
    await hoursOf("MAYA").fill("5");
    await userEvent.keyboard("{Enter}");
    await expect.poll(asked).toEqual([change(mayaHours, 5)]);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => asked().at(-1)).toEqual({ kind: "undo" });
    await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}{Tab}");
    await expect.poll(asked).toEqual([change(mayaHours, 5), { kind: "undo" }, { kind: "redo" }]);
    await hoursOf("MAYA").fill("4");
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(asked().length, "typing is undone by the browser").toBe(3);
  });

  it("says which value is a default, and restores it", async () => {
    opened = await openSettings({}, withMaya);
    // The file has the value, but it is the default.
    opened.host.change({ ...sampleSettings, assignees: [person("maya", 8), ...sampleSettings.assignees.slice(1)] });
    await expect.element(page.getByRole("button", { name: /^Reset Hours per day/u })).not.toBeInTheDocument();
    opened.host.change({ ...sampleSettings, assignees: [person("maya", 7), ...sampleSettings.assignees.slice(1)] });
    await expect.element(group("Who runs timers").getByText("default")).toBeVisible();
    await page.getByRole("button", { name: "Reset Hours per day to the default: 8" }).click();
    await expect.poll(asked).toEqual([change(mayaHours, null)]);
  });
});

describe("switches and lists", () => {
  it("save a value at once", async () => {
    opened = await openSettings({}, withMaya);
    await page.getByRole("checkbox", { name: "Require estimates" }).click();
    await page.getByRole("radio", { name: "The editor" }).click();
    await page.getByRole("checkbox", { name: /^Planning tools.*about [1-9][\d,]* tokens$/u }).click();
    await page.getByRole("button", { name: "Fri", exact: true }).click();
    await page.getByRole("button", { name: "Remove Dec 24 – 25" }).click();
    await expect.poll(asked).toEqual([
      change(["settings", "require_estimate_hours"], true),
      change(["settings", "timer_provider"], "vscode"),
      change(["settings", "custom_fields", "handoff_tools"], "core,planning"),
      change(["assignees", "maya", "closed_weekdays"], ["fri", "sat", "sun"], ["sat", "sun"]),
      change(["assignees", "maya", "closed_dates"], ["2027-01-04"], daysOff),
    ]);
  });

  it.each([
    ["later", "Enter a date", "true"],
    ["Dec 25, 2026", "The last day is before the first.", null],
    ["2028-12-26", "At most 400 days can be added at once.", null],
  ])("say what is wrong with days off until %s, and change nothing", async (last, problem, isInvalid) => {
    opened = await openSettings({}, withMaya);
    const dates = group("Days off");
    await dates.getByRole("textbox", { name: "From" }).fill("Dec 26");
    await dates.getByRole("textbox", { name: "to (optional)" }).fill(last);
    await userEvent.keyboard("{Enter}");
    await expect.element(dates.getByRole("alert")).toHaveTextContent(problem);
    expect(dates.getByRole("textbox", { name: "to (optional)" }).element().getAttribute("aria-invalid")).toBe(isInvalid);
    await expect.element(dates.getByRole("textbox", { name: "From" })).toHaveValue("Dec 26, 2026");
    expect(asked()).toEqual([]);
  });

  it("add a range of days", async () => {
    opened = await openSettings({}, withMaya);
    const dates = group("Days off");
    await dates.getByRole("textbox", { name: "From" }).fill("Dec 26");
    await dates.getByRole("textbox", { name: "to (optional)" }).fill("2026-12-27");
    await userEvent.keyboard("{Enter}");
    await expect.element(dates.getByRole("textbox", { name: "From" })).toHaveValue("");
    await expect.element(dates.getByRole("textbox", { name: "to (optional)" })).toHaveValue("");
    await expect.poll(asked).toEqual([change(["assignees", "maya", "closed_dates"], ["2026-12-24", "2026-12-25", "2026-12-26", "2026-12-27", "2027-01-04"], daysOff)]);
  });
});

describe("hours by weekday and date", () => {
  const key = (day: string) => ["assignees", "maya", "day_hours", day];
  const ofMaya = () => page.getByRole("listitem").filter({ hasText: "MAYA" }).getByRole("group", { name: "Hours by weekday and date", exact: true }).first();
  const weekday = (name: string) => ofMaya().getByRole("textbox", { name, exact: true });
  const add = () => ofMaya().getByRole("button", { name: "Add", exact: true });

  it("are changed for each weekday, with the hours that apply otherwise", async () => {
    opened = await openSettings({}, withMaya);
    await expect.element(weekday("Fri")).toHaveValue("4");
    await expect.element(weekday("Mon")).toHaveAttribute("placeholder", "6");
    await expect.element(weekday("Sun")).toHaveAttribute("placeholder", "0");
    await weekday("Mon").fill("6,5");
    await userEvent.keyboard("{Enter}");
    await weekday("Fri").fill("");
    await userEvent.tab();
    await expect.poll(asked).toEqual([change(key("mon"), 6.5), change(key("fri"), null)]);
  });

  it("say why they were refused, and what another program has written", async () => {
    opened = await openSettings({ refuse: () => "Hours must be 0 to 24." }, withMaya);
    await weekday("Mon").fill("99");
    await userEvent.keyboard("{Enter}");
    await expect.element(ofMaya().getByRole("alert")).toHaveTextContent("Hours must be 0 to 24.");
    await expect.element(weekday("Mon")).toHaveAttribute("aria-invalid", "true");
    await weekday("Fri").fill("3");
    opened.host.change({ ...sampleSettings, assignees: [person("maya", 6, {}, { fri: 5 })] });
    await expect.element(ofMaya().getByText("The value in the file is now “5”.")).toBeVisible();
  });

  it("are added for a date and removed", async () => {
    opened = await openSettings({}, withMaya);
    const [day, hours] = [ofMaya().getByRole("textbox", { name: "Date" }), ofMaya().getByRole("textbox", { name: "Hours" })];
    await day.fill("soon");
    await hours.fill("3");
    await add().click();
    await expect.element(ofMaya().getByRole("alert")).toHaveTextContent("Enter a date");
    await expect.element(day).toHaveAttribute("aria-invalid", "true");
    await day.fill("Dec 24");
    await expect.element(ofMaya().getByRole("alert")).not.toBeInTheDocument();
    await hours.click();
    await userEvent.keyboard("{Enter}");
    await expect.element(day).toHaveValue("");
    await expect.element(hours).toHaveValue("");
    await expect.element(ofMaya().getByText("Dec 23: 2.5 h")).toBeVisible();
    await page.getByRole("button", { name: "Remove Dec 23", exact: true }).click();
    await expect.poll(asked).toEqual([change(key("2026-12-24"), 3), change(key("2026-12-23"), null)]);
  });

  it("keep a date that was refused, with the reason", async () => {
    opened = await openSettings({ refuse: () => "Hours must be 0 to 24." }, withMaya);
    await ofMaya().getByRole("textbox", { name: "Date" }).fill("Dec 24");
    await ofMaya().getByRole("textbox", { name: "Hours" }).fill("99");
    await add().click();
    await expect.element(ofMaya().getByRole("alert")).toHaveTextContent("Hours must be 0 to 24.");
    await expect.element(ofMaya().getByRole("textbox", { name: "Hours" })).toHaveValue("99");
  });
});

describe("people, milestones and labels", () => {
  it("are where the page goes when it is opened to add one, whatever was searched", async () => {
    opened = await openSettings({}, { text: "timers" });
    opened.host.tell("section", "milestones");
    await expect.element(page.getByRole("textbox", { name: "Name of a milestone" })).toHaveFocus();
    await expect.element(page.getByRole("textbox", { name: "Name of a milestone" })).toBeInViewport();
    await expect.element(page.getByLabelText("Search settings")).toHaveValue("");
  });

  it("are added, and a taken name is refused beside the field", async () => {
    opened = await openSettings({ refuse: (command) => (command.kind === "changeEntry" && command.name === "maya" ? "maya already exists." : undefined) });
    const name = page.getByRole("textbox", { name: "Short name of a person or agent" });
    await name.fill("maya");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("maya already exists.")).toBeVisible();
    await name.fill("sam");
    await userEvent.keyboard("{Enter}");
    await expect.element(name).toHaveValue("");
    expect(asked().at(-1)).toEqual({ kind: "changeEntry", section: "assignees", name: "sam", new: true, changes: [{ key: ["assignees", "sam", "display_name"], value: "sam" }] });
    await name.fill("claude");
    await page.getByRole("button", { name: "Add Agent" }).click();
    await expect.element(name).toHaveValue("");
    const agents = { key: ["settings", "custom_fields", "agents"], value: ["ai", "claude"], seen: ["ai"] };
    expect(asked().at(-1)).toEqual({ kind: "changeEntry", section: "assignees", name: "claude", new: true, changes: [{ key: ["assignees", "claude", "display_name"], value: "claude" }, agents] });
    await page.getByRole("textbox", { name: "Name of a label" }).fill("office");
    await userEvent.keyboard("{Enter}");
    const labels = { key: ["labels"], value: ["tides", "office"], seen: ["tides"] };
    await expect.poll(() => asked().at(-1)).toEqual({ kind: "changeEntry", section: "labels", name: "office", new: true, changes: [labels] });
  });

  it("are removed after the consequence was said", async () => {
    opened = await openSettings({}, { open: [maya, JSON.stringify(["labels", "tides"])] });
    await expect.element(page.getByText("3 tasks are then unassigned.")).toBeVisible();
    await page.getByRole("button", { name: "Remove maya" }).click();
    await page.getByRole("button", { name: "Remove tides" }).click();
    await expect.poll(asked).toEqual([
      { kind: "removeAssignee", key: "maya" },
      { kind: "updateConfig", changes: [{ key: ["labels"], value: [], seen: ["tides"] }, { key: ["settings", "custom_fields", "label_colors", "tides"], value: null }] },
    ]);
  });

  it("are renamed with Enter, stay open and keep the focus", async () => {
    opened = await openSettings({ refuse: (command) => (command.kind === "renameEntry" && command.to === "noor" ? "noor already exists." : undefined) }, withMaya);
    const name = page.getByRole("textbox", { name: "Short name", exact: true });
    await name.fill("noor");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("noor already exists.")).toBeVisible();
    await name.fill("mai");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => asked().at(-1)).toEqual({ kind: "renameEntry", section: "assignees", name: "maya", to: "mai" });
    opened.host.change({ ...sampleSettings, assignees: [person("mai", 6), ...sampleSettings.assignees.slice(1)] });
    await expect.element(name).toHaveValue("mai");
    expect(document.activeElement?.textContent).toContain("mai");
    await name.fill("x");
    await userEvent.keyboard("{Escape}");
    await expect.element(name).toHaveValue("mai");
  });

  it("a person becomes an agent", async () => {
    opened = await openSettings({}, withMaya);
    await page.getByRole("radio", { name: "Agent", exact: true }).click();
    const agents = { key: ["settings", "custom_fields", "agents"], value: ["ai", "maya"], seen: ["ai"] };
    await expect.poll(asked).toEqual([{ kind: "changeEntry", section: "assignees", name: "maya", new: false, changes: [agents] }]);
  });

  it("open with the keyboard", async () => {
    opened = await openSettings();
    document.querySelector<HTMLElement>("#section-milestones summary")?.focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("2 tasks still name it afterwards.")).toBeVisible();
  });
});

describe("the page", () => {
  it("shows the sections that match a search", async () => {
    opened = await openSettings();
    await page.getByRole("textbox", { name: "Search settings" }).fill("timers");
    await expect.poll(headings).toEqual(["Time tracking"]);
    await page.getByRole("textbox", { name: "Search settings" }).fill("maya hours");
    await expect.poll(headings).toEqual(["People and agents"]);
    await page.getByRole("textbox", { name: "Search settings" }).fill("nothing of this");
    await expect.element(page.getByText("No setting matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).first().click();
    await expect.poll(headings).toHaveLength(9);
  });

  it("goes to a section by the index, or by the menu where it is narrow", async () => {
    opened = await openSettings();
    await page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: "Agents", exact: true }).click();
    expect(document.activeElement?.id).toBe("section-agents");
    opened.close();
    opened = await openSettings({}, undefined, 500);
    await page.getByRole("button", { name: "Sections" }).click();
    await page.getByRole("menuitem", { name: "Labels" }).click();
    await expect.poll(() => document.activeElement?.id).toBe("section-labels");
  });

  it("changes nothing while the file is broken, and opens it", async () => {
    opened = await openSettings({ settings: { ...sampleSettings, broken: { template: "Line 2 cannot be read.", args: {} } } }, withMaya);
    await expect.element(page.getByRole("checkbox", { name: "Require estimates" })).toBeDisabled();
    await expect.element(hoursOf("MAYA")).toHaveAttribute("readonly");
    expect(page.getByRole("button", { name: "Remove maya" }).query()).toBeNull();
    await page.getByRole("button", { name: "Open File" }).click();
    await expect.poll(() => opened.host.asked).toEqual([{ name: "openFile", body: null }]);
  });

  it("says that a project without a file has defaults", async () => {
    opened = await openSettings({ settings: { ...sampleSettings, exists: false } });
    await expect.element(page.getByText(/has no config\.toml yet/u)).toBeVisible();
    expect(page.getByRole("button", { name: "Open config.toml" }).query()).toBeNull();
  });

  it("speaks Japanese", async () => {
    opened = await openSettings({ locale: "ja", strings: japanese }, withMaya);
    await expect.poll(headings).toContain("ラベル");
    await expect.element(page.getByRole("button", { name: "金", exact: true })).toBeVisible();
  });
});
