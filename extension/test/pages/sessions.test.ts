// The sessions with the engine: search, and changes of the checklist and of the register, which are written to the active session.
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mountSessions } from "../../../webviews/sessions/page.tsx";
import "../../../webviews/sessions/sessions.css";
import { until } from "../harness/until.ts";
import { Extension, shown } from "./enginePage.ts";

const active = ".handoff/sessions/20261121-025724-tide-overlay-parser-storage-解析.active.json";

interface Session {
  decisions: { decision: string; confidence?: string }[];
  handoff_notes: unknown[];
  checklist: unknown[];
}

let extension: Extension;
beforeEach(async () => {
  extension = await Extension.start();
  await extension.show("handoff.showSessions", mountSessions);
});
afterEach(() => extension.close());

const list = page.getByRole("list", { name: "Sessions, newest first" });
const session = () => JSON.parse(extension.read(active)) as Session;

async function select(name: RegExp): Promise<void> {
  const row = list.getByRole("button", { name });
  await row.click();
  // Until the host has answered, the page is that of the session before.
  await until("the session to be shown", () => row.element().ariaCurrent === "true");
}

async function openRegister(): Promise<void> {
  await select(/^Active Tide overlay/u);
  await page.getByRole("tab", { name: "Register" }).click();
}

test("a past session is found and read", async () => {
  await select(/Fork: raster fallback/u);
  expect((await shown(page.getByRole("heading", { name: "Fork: raster fallback" }))).textContent).toBe("Fork: raster fallback");
  await page.getByRole("textbox", { name: "Search all sessions" }).fill("pasted");
  const matches = page.getByRole("list", { name: "Sessions that match, best first" }).getByRole("button");
  await until("one session to match", () => matches.elements().length === 1);
  await page.getByRole("button", { name: "Clear search" }).click();
  await select(/^Active Tide overlay/u);
});

test("a note is added", async () => {
  await select(/^Active Tide overlay/u);
  await page.getByRole("textbox", { name: "Add a note" }).fill("Feeds close at noon");
  await userEvent.keyboard("{Enter}");
  await extension.fileBecomes(active, (text) => text.includes("Feeds close at noon"));
  expect(session().handoff_notes.at(-1)).toMatchObject({ note: "Feeds close at noon" });
});

test("an item of the checklist gets other words and another owner", async () => {
  await select(/^Active Tide overlay/u);
  await page.getByRole("button", { name: "Edit the item “Check contrast”" }).click();
  await page.getByRole("listitem").getByLabelText("Owner of the item").selectOptions("ai");
  await page.getByRole("textbox", { name: "Text of the item" }).fill("Check the contrast of the legend");
  await userEvent.keyboard("{Enter}");
  await extension.fileBecomes(active, (text) => text.includes("Check the contrast of the legend"));
  expect(session().checklist.at(-1)).toMatchObject({ item: "Check the contrast of the legend", owner: "ai", checked: false });
});

test("a decision is withdrawn with a reason, and is listed with those that no longer stand", async () => {
  extension.questions.answers.push("measured again");
  await openRegister();
  await page.getByRole("button", { name: /^Withdraw… : / }).first().click();
  await extension.fileBecomes(active, (text) => text.includes("measured again"));
  expect(extension.questions.asked).toHaveLength(1);
  await page.getByRole("checkbox", { name: /no longer stands/u }).click();
  await shown(page.getByText("Withdrawn: measured again"));
});

test("a decision is confirmed", async () => {
  await openRegister();
  const isConfirmed = () => session().decisions.some(({ decision, confidence }) => decision === "Keep rows normalised" && confidence === "confirmed");
  expect(isConfirmed()).toBe(false);
  await page.getByRole("listitem").filter({ hasText: "Keep rows normalised" }).getByRole("button", { name: /^Confirm/u }).click();
  await until("the decision to be confirmed", isConfirmed);
});
