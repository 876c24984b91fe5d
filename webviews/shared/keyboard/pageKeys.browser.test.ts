import { userEvent } from "vitest/browser";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listenForPageKeys } from "./pageKeys.ts";

/**
 * What happens, in order: undo and redo of the page, and the keys that reach VSCode's listener at
 * the window.
 */
let seen: string[] = [];
let stop = (): void => undefined;
const editor = (event: KeyboardEvent): void => {
  if (!["Control", "Shift"].includes(event.key)) seen.push(`editor: ${event.key}`);
};

beforeEach(() => {
  seen = [];
  // VSCode listens before the page does.
  window.addEventListener("keydown", editor);
  stop = listenForPageKeys({ undo: () => void seen.push("undo"), redo: () => void seen.push("redo") }, (key) => {
    if (key === "n") seen.push("own");
    return key === "n";
  });
});
afterEach(() => {
  stop();
  window.removeEventListener("keydown", editor);
  document.body.replaceChildren();
});

function focusOn(html: string): HTMLElement {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  document.body.append(holder);
  const element = holder.querySelector<HTMLElement>("*");
  if (element === null) throw new Error("Nothing to focus.");
  element.focus();
  expect(document.activeElement).toBe(element);
  return element;
}

it.each(['<button>A card</button>', '<div tabindex="0">A row</div>', '<input type="checkbox">', "<select><option>A</option></select>"])(
  "undo and redo on %s are the page's, and the editor does not see them",
  async (html) => {
    focusOn(html);
    await userEvent.keyboard("{Control>}z{/Control}");
    await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await userEvent.keyboard("{Control>}y{/Control}");
    expect(seen).toEqual(["undo", "redo", "redo"]);
  },
);

it.each(['<input type="text">', '<input type="date">', '<input type="number">', "<textarea></textarea>", '<div contenteditable="true">text</div>'])(
  "keys in %s are not the page's, and the editor sees them all",
  async (html) => {
    focusOn(html);
    await userEvent.keyboard("{Control>}z{/Control}");
    await userEvent.keyboard("{Control>}y{/Control}");
    await userEvent.keyboard("n{F1}{Control>}b{/Control}");
    expect(seen).toEqual(["z", "y", "n", "F1", "b"].map((key) => `editor: ${key}`));
  },
);

it("a surface's own key is handled once; a letter in a list belongs to the list", async () => {
  focusOn("<button>A card</button>");
  await userEvent.keyboard("n{F1}");
  expect(seen).toEqual(["own", "editor: F1"]);
  seen = [];
  focusOn("<select><option>A</option><option>N</option></select>");
  await userEvent.keyboard("n");
  expect(seen).toEqual(["editor: n"]);
});
