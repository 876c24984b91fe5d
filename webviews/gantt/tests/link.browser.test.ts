import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openPanels } from "../testing/panelsPage.tsx";
import type { PanelsPage } from "../testing/panelsPage.tsx";
import type { FakeOptions } from "../testing/fakeHost.ts";
import { viewOf } from "../testing/fakeView.ts";

let panels: PanelsPage;
async function open(options: FakeOptions = {}): Promise<void> {
  panels = await openPanels(options);
  (document.querySelector(".filter-text input") as HTMLElement).focus();
  panels.state.link.value = { from: "t1.2", to: "t1.3", kind: "startToStart", lag: 2, at: { x: 300, y: 200 } };
  await expect.element(dialog()).toBeVisible();
}
beforeEach(() => page.viewport(1280, 700));
afterEach(() => panels.close());

const dialog = () => page.getByRole("dialog", { name: "Dependency" });
const kind = () => page.getByLabelText("Kind");
const lag = () => page.getByLabelText("Lag");
const button = (name: string) => dialog().getByRole("button", { name });
const tie = (changed: object) => ({ kind: "updateTasks", ids: ["t1.3"], patch: { dependency: { id: "t1.2", kind: "startToStart", lag: 2, ...changed } } });

it("shows both tasks, the kind and the lag, and takes the focus", async () => {
  await open();
  await expect.element(dialog()).toHaveTextContent("Parse feed → normalised rows");
  await expect.element(dialog()).toHaveTextContent("観測所リスト取得 <station list>");
  await expect.element(kind()).toHaveValue("startToStart");
  await expect.element(lag()).toHaveValue("2");
  await expect.element(kind()).toHaveFocus();
});

it("changes kind and lag at once and returns the focus", async () => {
  await open();
  await kind().selectOptions("ends with");
  await lag().fill("-3");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => panels.of("execute")).toEqual([tie({ kind: "finishToFinish", lag: -3 })]);
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Filter by text")).toHaveFocus();
});

it("reads arrow keys as days", async () => {
  await open();
  await lag().click();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}");
  await button("Save").click();
  await expect.poll(() => panels.of("execute")).toEqual([tie({ lag: 3 })]);
});

it("sends nothing if nothing changed", async () => {
  await open();
  await button("Save").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(panels.of("execute")).toEqual([]);
});

it("deletes the dependency", async () => {
  await open();
  await button("Delete").click();
  await expect.poll(() => panels.of("execute")).toEqual([{ kind: "updateTasks", ids: ["t1.3"], patch: { dependencies: { remove: ["t1.2"] } } }]);
  await expect.element(dialog()).not.toBeInTheDocument();
});

it.each(["", "1.5", "soon", "1001", "-1001"])("a lag of %j is not sent but said", async (text) => {
  await open();
  await lag().fill(text);
  await userEvent.keyboard("{Enter}");
  await expect.element(lag()).toHaveAccessibleDescription(/whole number of working days/u);
  await expect.element(lag()).toHaveAttribute("aria-invalid", "true");
  expect(panels.of("execute")).toEqual([]);
});

it("keeps a refused value with the reason at its field", async () => {
  await open({ refuse: () => "This would be a circle." });
  await lag().fill("5");
  await button("Save").click();
  await expect.element(dialog()).toHaveTextContent("This would be a circle.");
  await expect.element(lag()).toHaveValue("5");
  expect(panels.state.notice.value).toBeNull();
});

it("Escape cancels the change", async () => {
  await open();
  await lag().fill("9");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(panels.state.link.value).toBeNull();
  expect(panels.of("execute")).toEqual([]);
  await expect.element(page.getByLabelText("Filter by text")).toHaveFocus();
});

it("switches to the task's other dependencies", async () => {
  const links = [...viewOf().links, { from: 1, to: 3, kind: "finishToStart" as const, lag: 4 }];
  await open({ view: viewOf(undefined, { links }) });
  await page.getByLabelText("Waits for").selectOptions("Repository & CI");
  await expect.element(lag()).toHaveValue("4");
  await expect.element(kind()).toHaveValue("finishToStart");
  await lag().fill("5");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => panels.of("execute")).toMatchObject([{ ids: ["t1.3"], patch: { dependency: { id: "t1.1", lag: 5 } } }]);
});

it("switches to another dependency on click", async () => {
  await open();
  const popover = dialog().element();
  panels.state.link.value = { from: "t1.1", to: "t1.2", kind: "finishToStart", lag: 0, at: { x: 300, y: 200 } };
  await expect.element(dialog()).toHaveTextContent("Repository & CI");
  // The browser reports late that the first popover was closed.
  popover.dispatchEvent(new ToggleEvent("toggle", { oldState: "open", newState: "closed" }));
  await expect.element(kind()).toHaveFocus();
  expect(panels.state.link.value).not.toBeNull();
});

it("closes when the dependency is deleted", async () => {
  await open();
  panels.change(viewOf(undefined, { revision: 2, links: [] }));
  await expect.element(dialog()).not.toBeInTheDocument();
});

it("is read-only if the project is", async () => {
  await open({ readOnly: "untrusted" });
  await expect.element(kind()).toBeDisabled();
  await expect.element(button("Save")).not.toBeInTheDocument();
});

it("stays inside the page at its edges", async () => {
  await open();
  panels.state.link.value = { from: "t1.1", to: "t1.2", kind: "finishToStart", lag: 0, at: { x: 1270, y: 690 } };
  await expect.element(kind()).toHaveValue("finishToStart");
  const { right, bottom } = dialog().element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(1280);
  expect(bottom).toBeLessThanOrEqual(700);
});
