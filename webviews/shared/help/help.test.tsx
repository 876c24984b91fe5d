import { render } from "preact";
import { afterEach, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { HelpButton } from "./Help.tsx";

const root = document.createElement("main");
afterEach(() => {
  render(null, root);
  root.remove();
});

function open(): void {
  document.body.append(root);
  render(
    <>
      <HelpButton gestures={() => [["Enter", "opens"]]} />
      <input aria-label="Name" />
    </>,
    root,
  );
}

const isShown = (): boolean => root.querySelector(".help") !== null;

it("the question mark opens the help, and closes it again", async () => {
  open();
  await userEvent.keyboard("?");
  await expect.poll(isShown).toBe(true);
  await expect.poll(() => document.activeElement?.closest(".help")).not.toBeNull();
  expect(root.querySelector("dl")?.textContent).toBe("Enteropens");
  await userEvent.keyboard("?");
  await expect.poll(isShown).toBe(false);
});

it("a text field keeps its question mark", async () => {
  open();
  const field = root.querySelector("input");
  field?.focus();
  await userEvent.keyboard("?");
  expect(field?.value).toBe("?");
  expect(isShown()).toBe(false);
});
