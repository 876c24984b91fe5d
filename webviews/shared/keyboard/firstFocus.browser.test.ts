import { afterEach, beforeEach, expect, it } from "vitest";
import { keepFocusInPage } from "./firstFocus.ts";

let button: HTMLButtonElement;
let other: HTMLButtonElement;
let stop = (): void => undefined;

beforeEach(() => {
  [button, other] = [document.createElement("button"), document.createElement("button")];
  document.body.append(button, other);
  // The page itself has the focus.
  other.focus();
  other.blur();
});
afterEach(() => {
  stop();
  button.remove();
  other.remove();
});

const pageTakesFocus = () => window.dispatchEvent(new FocusEvent("focus"));

it("the first element is focused, and again when the page regains the focus", () => {
  stop = keepFocusInPage(() => button);
  expect(document.activeElement).toBe(button);
  button.blur();
  pageTakesFocus();
  expect(document.activeElement).toBe(button);
});

it("an element that arrives later is focused, unless the user has pointed at something before", async () => {
  button.remove();
  stop = keepFocusInPage(() => document.querySelector("button.late"));
  button.className = "late";
  document.body.append(button);
  await expect.poll(() => document.activeElement).toBe(button);
  stop();

  button.remove();
  stop = keepFocusInPage(() => document.querySelector("button.late"));
  window.dispatchEvent(new PointerEvent("pointerdown"));
  window.dispatchEvent(new PointerEvent("pointerup"));
  document.body.append(button);
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
});

it("the last focused element is focused again while it exists", () => {
  stop = keepFocusInPage(() => button);
  other.focus();
  other.blur();
  pageTakesFocus();
  expect(document.activeElement).toBe(other);
  other.remove();
  pageTakesFocus();
  expect(document.activeElement).toBe(button);
});

it("a focused element keeps the focus", () => {
  other.focus();
  stop = keepFocusInPage(() => button);
  pageTakesFocus();
  expect(document.activeElement).toBe(other);
});

it("a click decides the focus itself", () => {
  stop = keepFocusInPage(() => button);
  button.blur();
  window.dispatchEvent(new PointerEvent("pointerdown"));
  pageTakesFocus();
  expect(document.activeElement).toBe(document.body);
  window.dispatchEvent(new PointerEvent("pointerup"));
  pageTakesFocus();
  expect(document.activeElement).toBe(button);
});
