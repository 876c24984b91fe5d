// Opens the library page, for tests.
import "../library.css";
import { openListPage } from "../../shared/testing/openListPage.ts";
import { mountLibrary } from "../page.tsx";
import { fakeLibrary } from "./fakeLibrary.ts";
import type { LibraryHost, LibraryOptions } from "./fakeLibrary.ts";

export interface LibraryPageHandle {
  host: LibraryHost;
  close(): void;
}

export async function openLibrary(options: LibraryOptions = {}, kept?: unknown): Promise<LibraryPageHandle> {
  const host = fakeLibrary(options, kept);
  return { host, close: await openListPage((root) => mountLibrary(root, host)) };
}
