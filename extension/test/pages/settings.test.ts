// The project settings with the engine: a refused value, a change by another program while somebody types, a person with another name.
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mountSettings } from "../../../webviews/settings/page.tsx";
import "../../../webviews/settings/settings.css";
import { until } from "../harness/until.ts";
import { Extension, gone, shown } from "./enginePage.ts";

const file = ".handoff/config.toml";
const comment = "# Agreed with the harbour office";

/** The settings of the person. */
const maya = page.getByRole("listitem").filter({ hasText: "maya" });

let extension: Extension;
beforeEach(async () => {
  extension = await Extension.start({
    prepare: (project) => project.write(file, project.read(file).replace("[assignees.maya]", `${comment}\n[assignees.maya]`)),
  });
  await extension.show("handoff.openSettings", mountSettings);
  await maya.getByText("maya", { exact: true }).click();
});
afterEach(() => extension.close());

const field = (name: string) => maya.getByRole("textbox", { name, exact: true });

test("a refused value stays in its field with the reason", async () => {
  await field("Hours per day").fill("99");
  await userEvent.keyboard("{Enter}");
  await shown(page.getByRole("alert").filter({ hasText: "work_hours_per_day" }));
  expect(field("Hours per day").element()).toHaveProperty("value", "99");
  await userEvent.keyboard("{Escape}");
  await gone(page.getByRole("alert"));
});

test("what is typed survives a change by another program", async () => {
  await field("Hours per day").fill("7");
  const text = extension.read(file).replace("work_hours_per_day = 6.0\n", "");
  extension.write(file, text.replace(`${comment}\n[assignees.maya]`, `${comment}\n[assignees.maya]\nwork_hours_per_day = 3.5`));
  await shown(page.getByText("The value in the file is now “3.5”."));
  expect(field("Hours per day").element()).toHaveProperty("value", "7");
  await page.getByRole("button", { name: "Keep mine", exact: true }).click();
  expect(await extension.fileBecomes(file, (written) => /\[assignees\.maya\][^[]*work_hours_per_day = 7/u.test(written))).toContain(comment);
});

test("a new name of a person is set in the file and in the tasks, and undone", async () => {
  const task = ".handoff/tasks/t1-platform-foundation/_task.in_progress.json";
  const before = extension.read(file);
  await field("Short name").fill("mai");
  await userEvent.keyboard("{Enter}");
  expect(await extension.fileBecomes(file, (text) => text.includes("[assignees.mai]"))).toContain(`${comment}\n[assignees.mai]`);
  expect(await extension.fileBecomes(task, (text) => text.includes('"mai"'))).not.toContain('"maya"');
  await until("the person to have the focus", () => document.activeElement?.matches("summary") === true && document.activeElement.textContent.includes("mai"));
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(await extension.fileBecomes(file, (text) => text.includes("[assignees.maya]"))).toBe(before);
  await extension.fileBecomes(task, (text) => text.includes('"maya"'));
});
