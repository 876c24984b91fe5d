// How cargo runs the Rust tests: with nextest where it is installed.
import { which } from "./process.mjs";

export const hasNextest = () => which("cargo-nextest") !== undefined;

/**
 * Returns the arguments of cargo for all Rust tests without those that write the generated types, which the configuration of
 * nextest skips.
 * @param {string[]} options options of nextest
 */
export function rustTestWords(...options) {
  if (hasNextest()) return ["nextest", "run", "--workspace", "--no-fail-fast", ...options];
  return ["test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests", "--", "--skip", "export_bindings"];
}
