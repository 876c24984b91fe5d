// The page with the time entries and the engine: the week, and an entry that is added and taken back.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { mountTime } from "../../../webviews/time/page.tsx";
import "../../../webviews/time/time.css";
import { writeTime } from "../e2e/pages/timeFiles.ts";
import { until } from "../harness/until.ts";
import { Extension, gone, shown } from "./enginePage.ts";

let extension: Extension;
// The days of the entries are those of UTC.
beforeAll(() => setTimeZone("Etc/UTC"));
afterAll(() => setTimeZone(""));
beforeEach(async () => {
  extension = await Extension.start({ prepare: writeTime });
  await extension.show("handoff.openTime", mountTime);
});
afterEach(() => extension.close());

/** Sets the time zone of the browser; an empty one is that of the machine. */
async function setTimeZone(timezoneId: string): Promise<void> {
  const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
  await session.send("Emulation.setTimezoneOverride", { timezoneId });
}

/** Returns the actual hours in the file of the task t5. */
function hours(): number {
  const task = JSON.parse(extension.read(".handoff/tasks/t5-performance-budget/_task.todo.json")) as { schedule?: { actual_hours?: number } };
  return task.schedule?.actual_hours ?? 0;
}

const hoursBecome = (wanted: number) => until(`${wanted} hours to be written`, () => Math.abs(hours() - wanted) < 1e-6);

test("entries of a week are listed, and one is added, with undo", async () => {
  await until("this week to be read", () => document.querySelector(".time-body :is(.empty, table)") !== null);
  await page.getByRole("button", { name: "Previous week ([)" }).click();
  const week = page.getByRole("table");
  await shown(week.getByRole("button", { name: "t5 Performance budget", exact: true }));
  expect(week.getByRole("row").last().element()).toHaveProperty("innerText", expect.stringContaining("of it agents 2:20"));
  const before = hours();
  await page.getByRole("button", { name: /^Add entry/iu }).first().click();
  const form = page.getByRole("dialog");
  await form.getByRole("combobox").fill("Performance");
  await page.getByRole("option", { name: /Performance budget/u }).click();
  await form.getByLabelText("Duration").fill("1h 30m");
  await userEvent.keyboard("{Enter}");
  await gone(form);
  await hoursBecome(before + 1.5);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await hoursBecome(before);
  expect(document.querySelector(".toast.problem")).toBeNull();
});
