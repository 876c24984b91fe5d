import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openSessions } from "../testing/open.ts";
import type { SessionsPageHandle } from "../testing/open.ts";
import { registerRow, sessions } from "../testing/recorded.ts";

let opened: SessionsPageHandle;
afterEach(() => opened.close());

const shown = (): string => document.querySelector(".detail h2")?.textContent ?? "";

describe("the register", () => {
  it("confirms, supersedes and withdraws what stands", async () => {
    opened = await openSessions({}, { query: { tab: "register" } });
    await page.getByRole("button", { name: "Confirm : Store tiles as files" }).click();
    await page.getByRole("button", { name: "Supersede… : Keep feet in the file" }).click();
    await page.getByRole("button", { name: /^Withdraw… : The feed repeats/u }).click();
    expect(opened.host.asked).toEqual([
      { name: "change", body: { action: "confirm", entry: "d-2" } },
      { name: "change", body: { action: "supersede", entry: "d-1" } },
      { name: "change", body: { action: "withdraw", entry: "c-1" } },
    ]);
    // A confirmed decision cannot be confirmed again.
    expect(page.getByRole("button", { name: "Confirm : Keep feet in the file" }).query()).toBeNull();
  });

  it("changes entries without an active session, and says where that is recorded", async () => {
    const closed = sessions.map((session) => ({ ...session, status: "closed" as const }));
    opened = await openSessions({ sessions: { sessions: closed, unread: [] } }, { query: { tab: "register" } });
    await expect.element(page.getByText("Changes are recorded in the session that was saved last.")).toBeVisible();
    expect(page.getByRole("button", { name: /^Withdraw/u }).all().length).toBeGreaterThan(0);
  });

  it("leads to the sessions that state an entry", async () => {
    opened = await openSessions({}, { query: { tab: "register" } });
    await page.getByRole("button", { name: "Compare renderers" }).first().click();
    await expect.poll(shown).toBe("Compare renderers");
  });

  it("finds entries that have all words, in their text, reason or author", async () => {
    const register = [registerRow("d-1", { text: "Store tiles as files", reason: "Fewer seeks" }), registerRow("d-2", { text: "Store notes", author: "Maya" }), registerRow("d-3", { text: "Draw tides" }), registerRow("d-4", { text: "Store feet", state: { kind: "withdrawn", reason: "" } })];
    opened = await openSessions({ register }, { query: { tab: "register" } });
    const texts = () => [...document.querySelectorAll(".register .entry-text .words")].map(({ textContent }) => textContent);
    const search = page.getByLabelText("Search the register");
    for (const [words, found] of [["store", ["Store tiles as files", "Store notes"]], ["STORE seeks", ["Store tiles as files"]], ["maya", ["Store notes"]], ["nowhere", []]] as const) {
      await search.fill(words);
      await expect.poll(texts).toEqual(found);
    }
    await expect.element(page.getByText("Nothing found")).toBeVisible();
    await search.fill("feet");
    await page.getByLabelText("Show what no longer stands (1)").click();
    await expect.poll(texts).toEqual(["Store feet"]);
    await search.click();
    await userEvent.keyboard("{Escape}");
    await expect.poll(texts).toHaveLength(4);
  });

  it("shows a hundred entries of a kind first, and all on request", async () => {
    const many = Array.from({ length: 130 }, (_, at) => registerRow(`d-${at}`, { text: `Decision ${at}` }));
    opened = await openSessions({ register: many }, { query: { tab: "register" } });
    expect(document.querySelectorAll(".register li").length).toBe(100);
    await page.getByRole("button", { name: "Show all 130 entries" }).click();
    await expect.poll(() => document.querySelectorAll(".register li").length).toBe(130);
  });

  it("is a tab that arrow keys select", async () => {
    opened = await openSessions();
    document.querySelector<HTMLElement>("#tab-sessions")?.focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
    expect(document.activeElement?.id).toBe("tab-register");
  });
});
