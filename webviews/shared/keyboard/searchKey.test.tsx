import { render } from "preact";
import { useRef } from "preact/hooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { useSearchKey } from "./searchKey.ts";

const root = document.createElement("main");
/** What reaches VSCode's listener at the window. */
let editor: string[] = [];
const onKey = (event: KeyboardEvent): void => {
  if (event.key === "f") editor.push("f");
};

beforeEach(() => {
  editor = [];
  document.body.append(root);
  window.addEventListener("keydown", onKey);
});
afterEach(() => {
  render(null, root);
  root.remove();
  window.removeEventListener("keydown", onKey);
});

function Search({ hidden = false }: { hidden?: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(() => field.current);
  return <input ref={field} aria-label="Search" value="old" hidden={hidden} />;
}

function element(selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`No ${selector}.`);
  return found;
}

const pressFind = () => userEvent.keyboard("{Control>}f{/Control}");

it("Ctrl+F focuses the field and selects its text, from a button and from the field itself", async () => {
  render(
    <>
      <button>A card</button>
      <Search />
    </>,
    root,
  );
  element("button").focus();
  await pressFind();
  await userEvent.keyboard("new");
  expect(element("input")).toHaveValue("new");
  await pressFind();
  await userEvent.keyboard("newer");
  expect(element("input")).toHaveValue("newer");
  expect(editor).toEqual([]);
});

it("Ctrl+F presses the button that opens the search", async () => {
  let pressed = 0;
  function Opener() {
    useSearchKey(() => root.querySelector("button"));
    return <button onClick={() => (pressed += 1)}>Task</button>;
  }
  render(<Opener />, root);
  await pressFind();
  expect(pressed).toBe(1);
  expect(editor).toEqual([]);
});

it.each([
  ["the page has no search", <button autofocus>A card</button>],
  ["the search is hidden", <><button autofocus>A card</button><Search hidden /></>],
  ["the focus is in another text field", <><textarea autofocus /><Search /></>],
])("Ctrl+F reaches VSCode if %s", async (_, content) => {
  render(content, root);
  element("[autofocus]").focus();
  await pressFind();
  expect(editor).toEqual(["f"]);
  expect(document.activeElement).toBe(element("[autofocus]"));
});

it("Ctrl+F in a modal dialog reaches VSCode", async () => {
  render(
    <>
      <Search />
      <dialog>
        <button>Cancel</button>
      </dialog>
    </>,
    root,
  );
  const dialog = element("dialog");
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
  await pressFind();
  expect(editor).toEqual(["f"]);
});
