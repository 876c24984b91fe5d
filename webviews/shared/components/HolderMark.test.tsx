import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeHolder } from "../testing/fakeHolder.ts";
import { HolderMark } from "./HolderMark.tsx";

const begin = Date.parse("2026-12-01T08:00:00Z");
const minute = 60_000;
let root: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers({ now: begin, toFake: ["Date", "setInterval", "clearInterval"] });
  root = document.createElement("main");
  document.body.append(root);
});
afterEach(() => {
  setHidden(false);
  void act(() => render(null, root));
  root.remove();
  vi.useRealTimers();
});

const show = (minutes: number) => act(() => render(<HolderMark holder={fakeHolder(minutes, begin)} locale="en" />, root));
const pass = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * minute));

function setHidden(hidden: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

test("the mark names kind, name and time, and the time goes on", async () => {
  await show(3);
  expect(root.textContent).toBe("codex3 min. ago");
  const mark = root.querySelector("[role=img]");
  expect(mark?.getAttribute("aria-label")).toBe("Held by agent codex, heard 3 min. ago");
  expect(mark?.getAttribute("title")).toContain("codex 1.2 · agent · conversation c-7");
  expect(root.querySelector(".codicon-hubot")).not.toBeNull();
  await pass(2);
  expect(root.textContent).toBe("codex5 min. ago");
});

test("a mark that is added much later has the current time before it is painted", async () => {
  await show(3);
  await act(() => render(null, root));
  vi.setSystemTime(begin + 5 * minute);
  render(<HolderMark holder={fakeHolder(3, begin)} locale="en" />, root);
  await Promise.resolve();
  expect(root.textContent).toBe("codex8 min. ago");
});

test("there is one timer for all marks, and none without a mark or on a hidden page", async () => {
  expect(vi.getTimerCount()).toBe(0);
  await act(() =>
    render(
      <p>
        <HolderMark holder={fakeHolder(1, begin)} locale="en" />
        <HolderMark holder={fakeHolder(2, begin)} locale="en" />
      </p>,
      root,
    ),
  );
  expect(vi.getTimerCount()).toBe(1);
  setHidden(true);
  expect(vi.getTimerCount()).toBe(0);
  vi.setSystemTime(begin + 4 * minute);
  await act(() => setHidden(false));
  expect(root.textContent).toBe("codex5 min. agocodex6 min. ago");
  expect(vi.getTimerCount()).toBe(1);
  await act(() => render(null, root));
  expect(vi.getTimerCount()).toBe(0);
});
