// The button that sends the task to an agent, and the commits that came of it.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { TaskUsage } from "../../contract/generated/protocol.ts";
import { findings } from "../../shared/testing/accessibility.ts";
import { openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { parseFeed } from "../testing/tideAtlas.ts";

const send = () => page.getByRole("button", { name: "Send to agent" });
const sent = (host: ReturnType<typeof taskHost>) => host.asked.filter(({ name }) => name === "send").map(({ body }) => body);

test("the task is sent by pointer and by keyboard, after what was typed is saved", async () => {
  const host = await openTask(taskHost(parseFeed));
  await send().click();
  await page.getByRole("menuitem", { name: "Chat of the editor" }).click();
  await expect.poll(() => sent(host)).toEqual(["chat"]);
  await page.getByRole("textbox", { name: "Title" }).fill("Parse the feed");
  (send().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menuitem", { name: "Start an agent in a terminal…" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent(host)).toEqual(["chat", "terminal"]);
  const order = host.asked.map(({ name }) => name);
  expect(order.indexOf("execute")).toBeLessThan(order.lastIndexOf("send"));
});

test("a copied prompt is said on the button", async () => {
  await openTask(taskHost(parseFeed));
  await send().click();
  await page.getByRole("menuitem", { name: "Copy the prompt" }).click();
  await expect.element(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(document.querySelector('[role="status"]')?.textContent).toBe("Copied as a prompt");
});

test("a task that cannot be changed can be sent", async () => {
  await openTask(taskHost(parseFeed, { readOnly: "untrusted" }));
  await expect.element(send()).toBeVisible();
});

test("tokens of agents are shown with their cost, or alone without prices", async () => {
  const used = (cost?: number) => ({ tokens: { input: 1_250_000, cached: 20_400_000, output: 80_300 }, ...(cost !== undefined && { cost }) });
  const usage = (cost?: number): TaskUsage => ({ total: used(cost), currency: "EUR", agents: [{ actor: { kind: "agent", name: "claude-code" }, model: "claude-opus-4-5", total: used(cost) }] });
  await openTask(taskHost({ ...parseFeed, usage: usage(18.456) }));
  await expect.element(page.getByRole("region", { name: "Tokens of agents" })).toHaveTextContent(/18\.46 EUR.*claude-code.*claude-opus-4-5.*1\.25M read, 20\.4M from the cache, 80\.3K written.*18\.46 EUR/u);
  expect(await findings(".columns")).toEqual([]);
  await openTask(taskHost({ ...parseFeed, usage: usage() }));
  await expect.element(page.getByRole("region", { name: "Tokens of agents" })).toHaveTextContent(/21\.7M.*claude-code/u);
  await openTask(taskHost(parseFeed));
  await expect.element(page.getByRole("heading", { name: "Tokens of agents" })).not.toBeInTheDocument();
});

test("commits of the task open their changes; without any there is no section", async () => {
  const commits = [...Array(12).keys()].map((at) => ({ hash: `${at}`.padStart(40, "a"), subject: `Commit ${at}`, author: "Maya", at: "2026-11-24T10:00:00Z" }));
  const host = await openTask(taskHost(parseFeed, { commits }));
  await expect.element(page.getByRole("heading", { name: "Commits" })).toBeVisible();
  await page.getByRole("button", { name: "Commit 0" }).click();
  expect(host.asked.at(-1)).toEqual({ name: "openCommit", body: commits[0]?.hash });
  await page.getByRole("button", { name: "Show all 12" }).click();
  await expect.element(page.getByRole("button", { name: "Commit 11" })).toBeVisible();
  expect(await findings(".columns")).toEqual([]);
  await openTask(taskHost(parseFeed));
  await expect.element(page.getByRole("heading", { name: "Commits" })).not.toBeInTheDocument();
});

test("the description comes before the form, also in a narrow tab", async () => {
  await openTask(taskHost(parseFeed));
  await page.viewport(500, 900);
  const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN;
  await expect.poll(() => top(".description") < top(".key-fields") && top(".key-fields") < top(".text")).toBe(true);
});
