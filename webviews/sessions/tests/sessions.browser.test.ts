import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { findings } from "../../shared/testing/accessibility.ts";
import { leftInEnglish, textsOf } from "../../shared/testing/texts.ts";
import { manySessions, openSessions, rowOf } from "../testing/open.ts";
import type { SessionsPageHandle } from "../testing/open.ts";
import { sessions, sessionView } from "../testing/recorded.ts";

let opened: SessionsPageHandle;
afterEach(() => opened.close());

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".list-row")];
const shown = (): string => document.querySelector(".detail h2")?.textContent ?? "";

describe("axe finds nothing in any theme", () => {
  it("on a session, in search results, in the register and in the menu", async () => {
    document.title = "Sessions";
    opened = await openSessions();
    await expect.element(page.getByText("moved to 20-50")).toBeVisible();
    expect(await findings()).toEqual([]);
    await page.getByRole("textbox", { name: "Search all sessions" }).fill("fork");
    await expect.poll(() => rows().length).toBe(2);
    expect(await findings()).toEqual([]);
    await page.getByRole("button", { name: "More actions" }).click();
    await expect.element(page.getByRole("menuitem", { name: "Fork…" })).toBeVisible();
    expect(await findings()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await page.getByRole("tab", { name: "Register" }).click();
    await page.getByRole("checkbox", { name: /no longer stands/u }).click();
    await expect.element(page.getByText("Withdrawn: too dense at zoom 4")).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("while the history is being read", async () => {
    opened = await openSessions({ reading: 45 });
    await expect.element(page.getByRole("progressbar", { name: "The history is being read: 45%" })).toBeVisible();
    expect(await findings()).toEqual([]);
    opened.host.tell("reading", null);
    await expect.poll(() => document.querySelector("progress")).toBeNull();
  });

  it("on an empty, read-only project", async () => {
    opened = await openSessions({ sessions: { sessions: [], unread: [] }, session: null, readOnly: "untrusted" });
    await expect.element(page.getByText("No session yet")).toBeVisible();
    expect(page.getByRole("button", { name: "Connect an Agent…" }).elements()).toEqual([]);
    expect(await findings()).toEqual([]);
  });
});

it("a project without sessions leads to agents and to the other pages", async () => {
  opened = await openSessions({ sessions: { sessions: [], unread: [] }, session: null });
  await page.getByRole("button", { name: "Connect an Agent…" }).click();
  await page.getByRole("button", { name: "Board", exact: true }).click();
  await expect.poll(() => opened.host.asked).toEqual([{ name: "connectAgent", body: null }, { name: "openPage", body: "board" }]);
});

describe("the list", () => {
  it("shows all sessions with the graph, and the newest one beside it", async () => {
    opened = await openSessions();
    expect(rows().map((row) => row.querySelector(".list-title")?.textContent)).toEqual(sessions.map(({ summary }) => summary));
    expect(document.querySelectorAll(".graph circle").length).toBe(sessions.length);
    expect(shown()).toBe("Tide overlay: parser and storage 解析");
  });

  it("shows another session on a click, and moves the focus with the arrow keys", async () => {
    opened = await openSessions();
    await rowOf("Compare renderers").click();
    await expect.poll(shown).toBe("Compare renderers");
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toContain("Imported: pasted notes");
    expect(shown()).toBe("Compare renderers");
    await userEvent.keyboard("{Enter}");
    await expect.poll(shown).toBe("Imported: pasted notes");
    await userEvent.keyboard("{Home}");
    expect(document.activeElement).toBe(rows()[0]);
    // Only one row is in the tab order.
    expect(rows().filter((row) => row.tabIndex === 0).length).toBe(1);
  });

  it("shows the matches of a search with their excerpts, and says so where there are none", async () => {
    opened = await openSessions();
    await page.getByRole("textbox", { name: "Search all sessions" }).fill("raster");
    await expect.poll(() => document.querySelector(".excerpt")?.textContent).toBe("… Fork: raster fallback …");
    expect(document.querySelector(".graph")).toBeNull();
    await page.getByRole("textbox", { name: "Search all sessions" }).fill("nowhere");
    await expect.element(page.getByText("No session contains all of these words.")).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect.poll(() => rows().length).toBe(sessions.length);
  });

  it("shows neither dots without a line nor a label that the branch repeats", async () => {
    const [first] = sessions;
    if (first === undefined) return;
    const alone = (id: string, label: string, branch: string) => ({ ...first, id, path: `sessions/${id}.json`, label, branch, parents: [] });
    opened = await openSessions({ sessions: { sessions: [alone("s-2", "no signal", "feature/no-signal"), alone("s-1", "flaky test", "midnight")], unread: [] } });
    expect(document.querySelector(".graph")).toBeNull();
    expect(rows().map((row) => row.querySelector(".facts")?.textContent.split(" · ").slice(1, 3))).toEqual([["feature/no-signal", first.actors.join(", ")], ["flaky test", "midnight"]]);
  });

  it("draws a thousand sessions, of which only the visible ones are rendered", async () => {
    opened = await openSessions({ sessions: { sessions: manySessions(1000), unread: [] } });
    // The rest follows in steps after the first paint.
    expect(rows().length).toBeLessThan(1000);
    await expect.poll(() => rows().length).toBe(1000);
    const drawn = rows().filter((row) => row.checkVisibility({ contentVisibilityAuto: true }));
    expect(drawn.length).toBeLessThan(100);
  });
});

describe("a session", () => {
  it("leads to tasks, lines, references, other sessions and its file", async () => {
    opened = await openSessions();
    await expect.element(page.getByText("moved to 20-50")).toBeVisible();
    await page.getByRole("button", { name: /t1\.2\.2 Parse the feed/u }).click();
    await page.getByRole("button", { name: /Parse the feed.*changed the status from To do to In progress/u }).click();
    await page.getByRole("button", { name: "src/tide.ts:12-42" }).click();
    await page.getByRole("button", { name: "Issue 12" }).click();
    await page.getByRole("button", { name: "6dd8f3a Parse rows lazily" }).click();
    await page.getByRole("button", { name: "Open the file" }).click();
    expect(opened.host.asked).toEqual([
      { name: "openTask", body: "t1.2.2" },
      { name: "openTask", body: "t1.2.2" },
      // The lines where the text is now.
      { name: "openPointer", body: { path: "src/tide.ts", lines: "20-50" } },
      { name: "openLink", body: "https://example.invalid/issues/12" },
      { name: "openCommit", body: "6dd8f3a0c1b2" },
      { name: "openFile", body: "s-6" },
    ]);
    await page.getByRole("article").getByRole("button", { name: "Fork: raster fallback" }).click();
    await expect.poll(shown).toBe("Fork: raster fallback");
  });

  it("is ticked only as the files say", async () => {
    opened = await openSessions();
    const box = page.getByRole("checkbox", { name: "Run the E2E suite" });
    await box.click();
    await expect.poll(() => opened.host.asked).toEqual([{ name: "tick", body: { id: "s-6", index: 0, item: "Run the E2E suite", checked: true } }]);
    await expect.element(box).not.toBeChecked();
  });

  it("gets notes and items, which can be edited and removed while it is active", async () => {
    opened = await openSessions();
    await page.getByRole("textbox", { name: "Add a note" }).fill(" Feeds close at noon ");
    await page.getByLabelText("Kind of note").selectOptions("caution");
    await userEvent.keyboard("{Tab}{Enter}");
    await page.getByRole("textbox", { name: "Add an item" }).fill("Ask Maya");
    await userEvent.keyboard("{Enter}");
    await page.getByRole("button", { name: /^Edit the note/u }).first().click();
    const field = page.getByRole("textbox", { name: "Text of the note" });
    const was = (field.element() as HTMLTextAreaElement).value;
    await field.fill("Other words");
    await userEvent.keyboard("{Enter}");
    await page.getByRole("button", { name: /^Remove the note/u }).first().click();
    await page.getByRole("button", { name: "Remove the item “Run the E2E suite”" }).click();
    expect(page.getByRole("button", { name: "Edit the item “Ask the harbour office”" }).elements()).toEqual([]);
    await page.getByRole("button", { name: "Edit the item “Run the E2E suite”" }).click();
    await page.getByLabelText("Owner of the item").first().selectOptions("user");
    await page.getByRole("textbox", { name: "Text of the item" }).fill("Run all suites");
    expect(await findings()).toEqual([]);
    await page.getByRole("textbox", { name: "Text of the item" }).click();
    await userEvent.keyboard("{Enter}");
    const category = sessionView("s-6")?.notes.find(({ note }) => note === was)?.category;
    expect(opened.host.asked).toEqual(
      [
        { kind: "addNote", category: "caution", text: "Feeds close at noon" },
        { kind: "addItem", owner: "user", text: "Ask Maya" },
        { kind: "editNote", was, category, text: "Other words" },
        { kind: "removeNote", was },
        { kind: "removeItem", was: "Run the E2E suite" },
        { kind: "editItem", index: 0, was: "Run the E2E suite", text: "Run all suites", owner: "user" },
      ].map((edit) => ({ name: "edit", body: { id: "s-6", edit } })),
    );
    expect(await findings()).toEqual([]);
    await rowOf("Compare renderers").click();
    await expect.poll(shown).toBe("Compare renderers");
    expect(page.getByRole("button", { name: /^Remove/u }).all()).toEqual([]);
  });

  it("returns the focus to the button of a line when its editing ends, and saves nothing that was cancelled", async () => {
    opened = await openSessions();
    const button = page.getByRole("button", { name: "Edit the item “Run the E2E suite”" });
    const field = page.getByRole("textbox", { name: "Text of the item" });
    const begin = async (): Promise<void> => {
      await button.click();
      await field.fill("Run nothing");
    };
    await begin();
    await userEvent.keyboard("{Escape}");
    await expect.element(button).toHaveFocus();
    await begin();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(button).toHaveFocus();
    await button.click();
    document.querySelector<HTMLElement>(".edited-line select")?.focus();
    await userEvent.keyboard("{Escape}");
    await expect.element(button).toHaveFocus();
    const note = page.getByRole("button", { name: "Edit the note “Do not touch the feed parser”" });
    await note.click();
    await userEvent.keyboard("{Escape}");
    await expect.element(note).toHaveFocus();
    expect(opened.host.asked).toEqual([]);
  });

  it("returns the focus to an item that has got another text", async () => {
    opened = await openSessions();
    await page.getByRole("button", { name: "Edit the item “Run the E2E suite”" }).click();
    await page.getByRole("textbox", { name: "Text of the item" }).fill("Run all suites");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const before = sessionView("s-6");
    if (before === null) throw new Error("There is no such session.");
    const checklist = before.checklist.map((item) => (item.index === 0 ? { ...item, item: "Run all suites" } : item));
    opened.host.change({ session: { ...before, checklist } });
    await expect.element(page.getByRole("button", { name: "Edit the item “Run all suites”" })).toHaveFocus();
  });

  it("keeps the note that is being edited when others change the notes", async () => {
    opened = await openSessions();
    await page.getByRole("button", { name: "Edit the note “Do not touch the feed parser”" }).click();
    const before = sessionView("s-6");
    if (before === null) throw new Error("There is no such session.");
    const first = { note: "Ask Kenji first", category: "suggestion", author: "", standing: true };
    opened.host.change({ session: { ...before, notes: [first, ...before.notes] } });
    await expect.element(page.getByText("Ask Kenji first")).toBeVisible();
    await page.getByRole("textbox", { name: "Text of the note" }).fill("Other words");
    await userEvent.keyboard("{Enter}");
    const edit = { kind: "editNote", was: "Do not touch the feed parser", category: "caution", text: "Other words" };
    await expect.poll(() => opened.host.asked).toEqual([{ name: "edit", body: { id: "s-6", edit } }]);
  });

  it("offers what its status allows", async () => {
    opened = await openSessions();
    const offered = async (summary: string): Promise<string[]> => {
      await rowOf(summary).click();
      await expect.poll(shown).toContain(summary);
      await page.getByRole("button", { name: "More actions" }).click();
      const names = page.getByRole("menuitem").all().map((item) => item.element().textContent ?? "");
      await userEvent.keyboard("{Escape}");
      return names;
    };
    const others = ["Fork…", "Merge others into it…"];
    const record = ["Owner…", "Visibility…"];
    expect(await offered("Tide overlay")).toEqual(["Pause", "Close", ...others, ...record]);
    expect(await offered("try vector tiles")).toEqual(["Activate", "Close", ...others, ...record]);
    expect(await offered("pasted notes")).toEqual(["Activate", "Pause", "Close", ...others, ...record]);
    expect(page.getByText(/^A closed session is not changed/u).query()).toBeNull();
    expect(await offered("Compare renderers")).toEqual(others);
    await expect.element(page.getByText(/^A closed session is not changed/u)).toBeVisible();
    await expect.element(page.getByRole("checkbox", { name: "Run the E2E suite" })).toBeDisabled();
  });

  it("is compared with another one", async () => {
    opened = await openSessions();
    await page.getByLabelText("Compare with").selectOptions("s-3");
    await expect.element(page.getByRole("region", { name: "From “Compare renderers” to “Tide overlay: parser and storage 解析”" })).toBeVisible();
    const headings = [...document.querySelectorAll(".comparison h4")].map((heading) => heading.textContent?.trim());
    expect(headings).toEqual(["Decisions added", "Decisions reversed", "Blockers cleared", "Tasks moved"]);
    expect(await findings()).toEqual([]);
    await page.getByRole("region", { name: /^From/u }).getByRole("button", { name: /Parse the feed/u }).click();
    expect(opened.host.asked).toEqual([{ name: "openTask", body: "t1.2.2" }]);
    await page.getByLabelText("Compare with").selectOptions("");
    await expect.poll(() => document.querySelector(".comparison")).toBeNull();
  });

  it("shows the size of its prompt, and asks the host for actions", async () => {
    opened = await openSessions();
    await page.getByRole("button", { name: "Copy Resume Prompt 1,234 tokens" }).click();
    await expect.element(page.getByRole("button", { name: /^Copied/u })).toBeVisible();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Pause" }).click();
    expect(opened.host.asked).toEqual([
      { name: "act", body: { action: "copyPrompt", id: "s-6" } },
      { name: "act", body: { action: "pause", id: "s-6" } },
    ]);
  });
});

describe("what cannot be loaded", () => {
  it("is an error of the page if the first record fails, and is tried again", async () => {
    opened = await openSessions({ failing: "The engine has stopped." });
    await expect.element(page.getByText("The engine has stopped.")).toBeVisible();
    opened.host.fail(undefined);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(shown).toBe("Tide overlay: parser and storage 解析");
  });

  it("is an error in its place if the session or the register is missing", async () => {
    opened = await openSessions({ session: null });
    await expect.element(page.getByText("The session may have been deleted.")).toBeVisible();
    expect(await findings()).toEqual([]);
    opened.host.fail("The engine has stopped.");
    await page.getByRole("tab", { name: "Register" }).click();
    const place = page.getByRole("tabpanel");
    await expect.element(place.getByText("The engine has stopped.")).toBeVisible();
    opened.host.fail(undefined);
    await place.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("button", { name: "Confirm : Store tiles as files" })).toBeVisible();
  });
});

describe("the page", () => {
  it("follows changes, and keeps its session", async () => {
    opened = await openSessions({}, { query: { session: "s-3" } });
    expect(shown()).toBe("Compare renderers");
    opened.host.change({ sessions: { sessions: sessions.slice(1), unread: [] } });
    await expect.poll(() => rows().length).toBe(sessions.length - 1);
    expect(shown()).toBe("Compare renderers");
  });

  it("restores tab, session and search after a reload", async () => {
    opened = await openSessions();
    await rowOf("Compare renderers").click();
    await page.getByRole("textbox", { name: "Search all sessions" }).fill("render");
    await expect.poll(() => rows().length).toBe(1);
    const kept = opened.host.persisted();
    opened.close();
    opened = await openSessions({}, kept);
    expect([shown(), rows().length]).toEqual(["Compare renderers", 1]);
    await expect.element(page.getByRole("textbox", { name: "Search all sessions" })).toHaveValue("render");
  });

  it("shows a session that was chosen elsewhere", async () => {
    opened = await openSessions({}, { query: { tab: "register", text: "x" } });
    opened.host.tell("reveal", { tab: "sessions", id: "s-3" });
    await expect.poll(shown).toBe("Compare renderers");
    expect(rows().length).toBe(sessions.length);
  });

  it("offers no change if it is read-only", async () => {
    opened = await openSessions({ readOnly: "untrusted" });
    await expect.element(page.getByText(/not trusted/u)).toBeVisible();
    await expect.element(page.getByRole("checkbox", { name: "Run the E2E suite" })).toBeDisabled();
    expect(page.getByRole("button", { name: "More actions" }).query()).toBeNull();
  });

  it("has no English text in Japanese", async () => {
    opened = await openSessions({ strings: japanese, locale: "ja" });
    const english = (): string[] => leftInEnglish(textsOf(document.body), japanese);
    expect(english()).toEqual([]);
    document.querySelector<HTMLElement>("#tab-register")?.click();
    await expect.poll(() => document.querySelector(".register")).not.toBeNull();
    expect(english()).toEqual([]);
  });
});

it("lists its keys", async () => {
  opened = await openSessions();
  await page.getByRole("button", { name: "Keys and gestures" }).click();
  await expect.element(page.getByRole("dialog", { name: "Keys and gestures" }).getByText("shows the session")).toBeVisible();
});

it("Ctrl+F goes to the search", async () => {
  opened = await openSessions();
  rows()[0]?.focus();
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(page.getByRole("textbox", { name: "Search all sessions" })).toHaveFocus();
});
