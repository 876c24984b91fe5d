import { afterEach, describe, expect, it, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { findings } from "../../shared/testing/accessibility.ts";
import { openLibrary } from "../testing/open.ts";
import type { LibraryPageHandle } from "../testing/open.ts";
import { emptyLibrary, library, memory, referral } from "../testing/recorded.ts";

let opened: LibraryPageHandle;
afterEach(() => opened.close());

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".list-row")];
const titles = (): (string | undefined)[] => rows().map((row) => row.querySelector(".list-title")?.textContent);
const shown = (): string => document.querySelector(".detail h2")?.textContent ?? "";
const toast = (): string => document.querySelector(".toast")?.textContent ?? "";
const row = (title: string) => page.getByRole("list", { name: /newest first/u }).getByRole("button", { name: new RegExp(title, "u") });
const search = () => page.getByRole("textbox", { name: "Search the library" });
const tab = (name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`, "u") });
const memories = { query: { tab: "memories" } };
const documents = { query: { tab: "documents" } };

describe("axe finds nothing in any theme", () => {
  it("on each tab, in a draft and in search results", async () => {
    document.title = "Library";
    opened = await openLibrary();
    expect(await findings()).toEqual([]);
    await tab("Memories").click();
    await expect.poll(shown).toContain("The feed repeats");
    expect(await findings()).toEqual([]);
    await page.getByRole("button", { name: "Edit" }).click();
    expect(await findings()).toEqual([]);
    await tab("Documents").click();
    await expect.element(page.getByRole("table")).toBeVisible();
    expect(await findings()).toEqual([]);
    await search().fill("nowhere");
    await expect.element(page.getByText("No entry here contains all of these words.")).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  it("on an empty, read-only project", async () => {
    opened = await openLibrary({ library: emptyLibrary, readOnly: "untrusted" });
    await expect.element(page.getByText("No referral yet")).toBeVisible();
    expect(await findings()).toEqual([]);
  });
});

describe("the list", () => {
  it("shows the records of each tab, and the first one beside it", async () => {
    opened = await openLibrary();
    expect(titles()).toEqual(library.referrals.map(({ summary }) => summary));
    expect(shown()).toBe("Feed breaks at noon");
    document.querySelector<HTMLElement>("#tab-referrals")?.focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(titles).toEqual(["The feed repeats its last row at midnight", "水位は常にフィートで保存する", "<b>Bold</b> is not markup here"]);
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(titles).toEqual(["Format of the tide feed", "港湾事務所との連絡"]);
    expect(document.activeElement?.textContent).toBe("Documents (2)");
  });

  it("shows another record on a click, and moves the focus with the arrow keys", async () => {
    opened = await openLibrary();
    await row("潮位データ").click();
    await expect.poll(shown).toBe("潮位データの単位を教えてください");
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(rows()[2]);
    await userEvent.keyboard("{Enter}");
    await expect.poll(shown).toBe("Offer a CSV export");
    expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toEqual([rows()[2]]);
  });

  it("keeps the shown record, with its draft, when another program adds one", async () => {
    opened = await openLibrary({}, memories);
    await page.getByRole("button", { name: "Edit" }).click();
    opened.host.change({ ...library, memories: [memory("m-9", { text: "Newer" }), ...library.memories] });
    await expect.poll(() => titles()[0]).toBe("Newer");
    await expect.element(page.getByRole("textbox", { name: "Text of the memory" })).toHaveFocus();
    expect(shown()).toBe("The feed repeats its last row at midnight");
  });

  it("shows what a search matches on all tabs, and clears it with Escape", async () => {
    opened = await openLibrary();
    await search().fill("midnight");
    await expect.element(page.getByText("No entry here contains all of these words.")).toBeVisible();
    await tab("Memories").click();
    await expect.poll(titles).toEqual(["The feed repeats its last row at midnight"]);
    await search().click();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => rows().length).toBe(3);
  });

  it("draws 3,000 records, of which only the visible ones are rendered", async () => {
    const many = Array.from({ length: 3000 }, (_, at) => memory(`m-${at}`));
    opened = await openLibrary({ library: { ...library, memories: many } }, memories);
    expect(rows().length).toBeLessThan(3000);
    await expect.poll(() => rows().length, { timeout: 10_000 }).toBe(3000);
    expect(rows().filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length).toBeLessThan(100);
  });
});

describe("a referral", () => {
  it("proposes tasks, which are created once and open", async () => {
    opened = await openLibrary({}, { query: { path: "referrals/ref-1.open.json" } });
    await page.getByRole("button", { name: "Create Task: Parse rows with gaps" }).click();
    const proposed = { kind: "createProposed", id: "ref-1", at: 0, title: "Parse rows with gaps" };
    await expect.poll(() => opened.host.asked).toEqual([{ name: "change", body: proposed }]);
    await page.getByRole("button", { name: /t9$/u }).click();
    await expect.poll(() => opened.host.asked.at(-1)).toEqual({ name: "openTask", body: "t9" });
    await page.getByRole("button", { name: "Answer…" }).click();
    await expect.poll(() => opened.host.asked.at(-1)).toEqual({ name: "answer", body: "ref-1" });
    expect(await findings(".detail")).toEqual([]);
  });

  it("offers nothing where nothing can be written", async () => {
    opened = await openLibrary({ readOnly: "untrusted" }, { query: { path: "referrals/ref-1.open.json" } });
    await expect.element(page.getByText("Parse rows with gaps").first()).toBeVisible();
    expect(page.getByRole("button", { name: /Create|Answer/u }).elements()).toEqual([]);
  });

  it("gets another status, and stays selected when its file is renamed", async () => {
    opened = await openLibrary({}, { query: { path: "referrals/ref-2.acknowledged.json" } });
    const status = page.getByRole("combobox", { name: "Status" });
    await status.selectOptions("resolved");
    await expect.poll(() => opened.host.asked).toEqual([{ name: "change", body: { kind: "setReferralStatus", id: "ref-2", status: "resolved" } }]);
    // Nothing changes before the files say so.
    await expect.element(status).toHaveValue("acknowledged");
    const renamed = library.referrals.map((known) => (known.id === "ref-2" ? { ...known, status: "resolved", path: "referrals/ref-2.resolved.json" } : known));
    opened.host.change({ ...library, referrals: renamed });
    await expect.element(status).toHaveValue("resolved");
    expect(shown()).toBe("潮位データの単位を教えてください");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => opened.host.asked.at(-1)).toEqual({ name: "execute", body: { kind: "undo" } });
  });

  it("shows a status of another program", async () => {
    opened = await openLibrary({ library: { ...library, referrals: [referral("ref-9", { status: "parked" })] } });
    await expect.element(page.getByRole("combobox", { name: "Status" })).toHaveValue("parked");
  });
});

describe("a memory", () => {
  it("is edited as several lines", async () => {
    opened = await openLibrary({}, memories);
    await page.getByRole("button", { name: "Edit" }).click();
    const field = page.getByRole("textbox", { name: "Text of the memory" });
    await expect.element(field).toHaveFocus();
    await field.fill("One\nTwo");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    const [first] = library.memories;
    await expect.poll(() => opened.host.asked).toEqual([{ name: "change", body: { kind: "editMemory", id: "m-1", was: first?.text, text: "One\nTwo" } }]);
    await expect.poll(toast).toContain("Did editMemory");
    await expect.poll(() => document.querySelector(".draft")).toBeNull();
  });

  it("keeps its draft after a refusal, on another record and after a reload", async () => {
    opened = await openLibrary({ result: { kind: "refused", code: "stale", message: "Not now." } }, memories);
    await page.getByRole("button", { name: "Edit" }).click();
    const field = page.getByRole("textbox", { name: "Text of the memory" });
    await field.fill("Draft");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(toast).toContain("Not now.");
    await row("水位は").click();
    await expect.poll(() => document.querySelector(".draft")).toBeNull();
    await row("The feed repeats").click();
    await expect.element(field).toHaveValue("Draft");
    const kept = opened.host.persisted();
    opened.close();
    opened = await openLibrary({}, kept);
    await expect.element(field).toHaveValue("Draft");
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => document.querySelector(".draft")).toBeNull();
    expect(opened.host.asked).toEqual([]);
  });

  it("is deleted, which can be undone", async () => {
    opened = await openLibrary({}, memories);
    await page.getByRole("button", { name: "Delete the memory" }).click();
    await expect.poll(() => opened.host.asked).toEqual([{ name: "change", body: { kind: "deleteMemory", id: "m-1" } }]);
    await expect.element(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
    opened.host.change({ ...library, memories: library.memories.slice(1) });
    await expect.poll(() => rows().length).toBe(2);
    expect(shown()).toBe("水位は常にフィートで保存する");
  });

  it("shows text that looks like markup as text", async () => {
    opened = await openLibrary({}, { query: { tab: "memories", path: "memory/m-3.json" } });
    expect(document.querySelector(".markdown")?.textContent).toBe("<b>Bold</b> is not markup here");
  });
});

describe("a document", () => {
  it("leads to its file, its tasks and its links", async () => {
    opened = await openLibrary({}, documents);
    await expect.element(page.getByText("1 of 3 verified")).toBeVisible();
    await expect.element(page.getByText(/was edited by hand/u)).toBeVisible();
    await page.getByRole("button", { name: /Parse the feed/u }).click();
    await page.getByRole("link", { name: "the example" }).click();
    await page.getByRole("button", { name: "Open the file" }).click();
    expect(opened.host.asked).toEqual([
      { name: "openTask", body: "t1.2.2" },
      { name: "openLink", body: "docs/example.csv" },
      { name: "openFile", body: "docs/_doc.feed-format.md" },
    ]);
  });
});

test("the requirements of a document show their tasks and what they lack", async () => {
  opened = await openLibrary({}, documents);
  await expect.element(page.getByText("2: 1 without a task, 1 without a proof", { exact: true })).toBeVisible();
  const facts = (): (string | null)[] => [...document.querySelectorAll(".detail .entry-facts")].map(({ textContent }) => textContent);
  expect(facts()).toEqual(["tested", "not started · no task · no proof"]);
});

describe("the requirements of all documents", () => {
  const requirements = { query: { tab: "requirements" } };

  it("say what they lack, and lead to their document and their tasks", async () => {
    opened = await openLibrary({}, requirements);
    expect(await findings()).toEqual([]);
    await expect.element(page.getByText("2: 1 without a task, 1 without a proof", { exact: true })).toBeVisible();
    expect(titles()).toEqual(["REQ-2 欠測を記録する", "REQ-1 A row for each hour"]);
    expect(rows().map((one) => one.querySelector(".facts")?.textContent)).toEqual(["not started · no task · no proof", "tested"]);
    await expect.element(page.getByText("No task links to this requirement.")).toBeVisible();
    await page.getByRole("list", { name: "Requirements, incomplete ones first" }).getByRole("button", { name: /REQ-1/u }).click();
    await expect.poll(shown).toBe("REQ-1 A row for each hour");
    await page.getByRole("button", { name: /Store the rows/u }).click();
    expect(opened.host.asked).toEqual([{ name: "openTask", body: "t1.2.3" }]);
    await page.getByRole("button", { name: "Show the document" }).click();
    await expect.poll(shown).toBe("Format of the tide feed");
  });

  it("say where requirements come from if there are none", async () => {
    opened = await openLibrary({ library: emptyLibrary }, requirements);
    await expect.element(page.getByText("No requirement yet")).toBeVisible();
    expect(await findings()).toEqual([]);
  });
});

describe("the text of a document", () => {
  it.each([
    ["# Format of the tide feed\n\nRows.", "Rows."],
    ["# Rows\n\nOf each hour.", "Rows\nOf each hour."],
  ])("shows %j without the heading that repeats the title", async (body, text) => {
    const [document] = library.documents;
    if (document === undefined) throw new Error("There is no document.");
    opened = await openLibrary({ library: { ...library, documents: [document] }, texts: { [document.path]: body } }, documents);
    const blocks = (): string => [...window.document.querySelectorAll(".markdown > *")].map(({ textContent }) => textContent).join("\n");
    await expect.poll(blocks).toBe(text);
  });

  it("follows the file and the selected document", async () => {
    const [first, second] = library.documents;
    if (first === undefined || second === undefined) throw new Error("There are too few documents.");
    const texts = { [first.path]: "Before", [second.path]: "Other" };
    opened = await openLibrary({ texts }, documents);
    const text = (): string | undefined => window.document.querySelector(".markdown")?.textContent;
    await expect.poll(text).toBe("Before");
    texts[first.path] = "After";
    opened.host.change(library);
    await expect.poll(text).toBe("After");
    await page.getByText(second.title).first().click();
    await expect.poll(text).toBe("Other");
  });
});

describe("the page", () => {
  it("offers no change if it is read-only", async () => {
    opened = await openLibrary({ readOnly: "untrusted" });
    await expect.element(page.getByText(/not trusted/u)).toBeVisible();
    await expect.element(page.getByRole("combobox", { name: "Status" })).toBeDisabled();
    await tab("Memories").click();
    await expect.poll(shown).toContain("The feed repeats");
    expect(page.getByRole("button", { name: /^(?:Edit|Delete)/u }).all()).toEqual([]);
  });

  it("restores tab, record and search after a reload", async () => {
    opened = await openLibrary();
    await tab("Memories").click();
    await search().fill("parser");
    await expect.poll(() => rows().length).toBe(1);
    const kept = opened.host.persisted();
    opened.close();
    opened = await openLibrary({}, kept);
    expect(titles()).toEqual(["The feed repeats its last row at midnight"]);
    await expect.element(search()).toHaveValue("parser");
  });

  it("is complete in Japanese", async () => {
    opened = await openLibrary({ locale: "ja", strings: japanese });
    await expect.element(page.getByRole("tab", { name: "受信箱 (3)" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "ファイルを開く" })).toBeVisible();
  });
});

it("lists its keys", async () => {
  opened = await openLibrary();
  await page.getByRole("button", { name: "Keys and gestures" }).click();
  await expect.element(page.getByRole("dialog", { name: "Keys and gestures" }).getByText("save or drop the text of a memory")).toBeVisible();
});

it("Ctrl+F goes to the search", async () => {
  opened = await openLibrary();
  row(titles()[0] ?? "").element().focus();
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(search()).toHaveFocus();
});
