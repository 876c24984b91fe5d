// In high contrast, outlines say what tints say elsewhere: only the focus has an unbroken one.
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import "../listPage/listPage.css";
import "./base.css";
import { Button } from "../components/Button.tsx";
import { PageBar } from "../pages/PageBar.tsx";
import { applyTheme } from "../testing/theme.ts";

const root = document.createElement("main");

beforeEach(async () => {
  await page.viewport(1400, 500);
  document.body.replaceChildren(root);
  render(
    <>
      <Button kind="outlined" label="plain" onClick={() => undefined} />
      <Button kind="outlined" label="pressed" pressed onClick={() => undefined} />
      <PageBar here="board" open={() => undefined} gestures={() => []} />
      <ul>
        <li>
          <button type="button" class="list-row" aria-current="true">
            shown
          </button>
        </li>
      </ul>
      <input class="field" aria-label="text" />
    </>,
    root,
  );
});

afterEach(() => {
  render(null, root);
  applyTheme("dark");
});

function outlineOf(selector: string): string {
  const { outlineStyle, outlineWidth } = getComputedStyle(found(selector));
  return outlineStyle === "none" ? "none" : `${outlineWidth} ${outlineStyle}`;
}

function found(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`There is no ${selector}.`);
  return element;
}

describe.each(["highContrast", "highContrastLight"] as const)("in %s", (theme) => {
  beforeEach(() => applyTheme(theme));

  it.each(["[aria-pressed=true]", "[aria-current=page]", "[aria-current=true]"])("%s has a broken line, and an unbroken one only with the focus", async (selector) => {
    expect(outlineOf(selector)).toMatch(/dashed$/u);
    found("[aria-label=plain]").focus();
    await userEvent.keyboard("{Shift}");
    expect(outlineOf("[aria-label=plain]")).toBe("2px solid");
    expect(outlineOf(selector)).toMatch(/dashed$/u);
    found(selector).focus();
    expect(outlineOf(selector)).toBe("2px solid");
  });

  it("the pointer does not hide the focus", async () => {
    const plain = found("[aria-label=plain]");
    await userEvent.hover(plain);
    expect(outlineOf("[aria-label=plain]")).toBe("1px dashed");
    plain.focus();
    await userEvent.keyboard("{Shift}");
    expect(outlineOf("[aria-label=plain]")).toBe("2px solid");
  });

  it("a pressed button with the focus still shows that it is pressed", () => {
    const pressed = found("[aria-pressed=true]");
    pressed.focus();
    expect(getComputedStyle(pressed).borderStyle).toBe("dashed");
  });

  it("a field with the focus has the wide line", () => {
    found(".field").focus();
    expect(outlineOf(".field")).toBe("2px solid");
  });
});
