// Entry of the web-worker host, which has no local disk, no operating system user and no Git. Its bundle
// contains the product for the other hosts, too.

import type { ExtensionContext } from "vscode";
import { start, versionOf, type Exports, type Product } from "./activate.ts";

export { start, versionOf, type Exports, type Product };

let product: Product | undefined;

export function activate(context: ExtensionContext): Exports {
  const userNames = { system: "", git: () => Promise.resolve("") };
  product = start(context, {
    diskShell: undefined,
    findPlace: undefined,
    userHome: undefined,
    isUserHome: () => false,
    userNames,
    outerPauses: undefined,
    command: undefined,
    temporaryFolder: undefined,
  });
  return product.exports;
}

export function deactivate(): Promise<void> | undefined {
  return product?.close();
}
