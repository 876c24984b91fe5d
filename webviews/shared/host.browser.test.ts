// The connection of a page to VSCode.
import { afterEach, expect, test } from "vitest";
import { mountInEditor } from "./host.ts";

afterEach(() => {
  Reflect.deleteProperty(globalThis, "acquireVsCodeApi");
  document.body.replaceChildren();
});

test("the font of the icons loads before the page has anything to show", async () => {
  const font = new FontFace("codicon", "url(data:font/ttf;base64,)");
  document.fonts.add(font);
  Object.assign(globalThis, { acquireVsCodeApi: () => ({ postMessage: () => undefined, getState: () => undefined, setState: () => undefined }) });
  document.body.innerHTML = '<main id="root"></main>';
  let status = "";
  mountInEditor(() => {
    ({ status } = font);
  });
  expect(status).not.toBe("unloaded");
  await font.loaded.catch(() => undefined);
  document.fonts.delete(font);
});
