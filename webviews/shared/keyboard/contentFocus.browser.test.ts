import { afterEach, describe, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { findInContent } from "./firstFocus.ts";
import { listenForPageKeys } from "./pageKeys.ts";
import { setSingleKeys } from "./typing.ts";

afterEach(() => {
  setSingleKeys(true);
  document.body.replaceChildren();
});

function found(html: string): string | null | undefined {
  const body = document.createElement("div");
  body.innerHTML = html;
  document.body.replaceChildren(body);
  return findInContent(body)?.textContent;
}

describe("the first focus of a page is", () => {
  it.each([
    ["the first item, and not in a toolbar", '<div role="toolbar"><button>Filter</button></div><button>One</button><button>Two</button>', "One"],
    ["what is chosen", '<button>One</button><button aria-current="true">Two</button>', "Two"],
    ["not a text field", '<input type="text"><textarea></textarea><div tabindex="0">Row</div>', "Row"],
    ["not what is hidden or only reached by arrow keys", '<button hidden>One</button><button tabindex="-1">Two</button><button>Three</button>', "Three"],
    ["not the head of a column, nor what sizes it", '<div role="columnheader"><button>Title</button></div><div role="separator" tabindex="0"></div><div role="row" tabindex="0">Row</div>', "Row"],
    ["nothing without an item", '<p>Text</p><input type="search">', undefined],
  ])("%s", (_, html, expected) => {
    expect(found(html)).toBe(expected);
  });
});

it("single keys do nothing where they are switched off, other keys do", async () => {
  const seen: string[] = [];
  const stop = listenForPageKeys({ undo: () => void seen.push("undo"), redo: () => undefined }, (key) => seen.push(key) > 0);
  setSingleKeys(false);
  await userEvent.keyboard("n?5{ArrowDown}{Control>}z{/Control}");
  expect(seen).toEqual(["arrowdown", "control", "undo"]);
  seen.length = 0;
  setSingleKeys(true);
  await userEvent.keyboard("n?");
  expect(seen).toEqual(["n", "?"]);
  stop();
});
