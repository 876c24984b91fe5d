// Opens the library page, for tests.
import { expect } from "vitest";
import "../../../node_modules/@vscode/codicons/dist/codicon.css";
import "../../shared/theme/base.css";
import "../library.css";
import { wear } from "../../shared/testing/theme.ts";
import { mountLibrary } from "../mount.tsx";
import { fakeLibrary } from "./fakeLibrary.ts";
import type { LibraryHost, LibraryOptions } from "./fakeLibrary.ts";

export interface LibraryPageHandle {
  host: LibraryHost;
  close(): void;
}

/** Opens the page in the dark theme and waits for its content. */
export async function openLibrary(options: LibraryOptions = {}, kept?: unknown): Promise<LibraryPageHandle> {
  const host = fakeLibrary(options, kept);
  document.body.replaceChildren();
  wear("dark");
  const root = document.createElement("main");
  document.body.append(root);
  const close = mountLibrary(root, host);
  await expect.poll(() => root.querySelector(".pane, .empty")).not.toBeNull();
  return {
    host,
    close: () => {
      close();
      document.body.replaceChildren();
    },
  };
}
