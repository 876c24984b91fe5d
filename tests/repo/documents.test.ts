// Checks the README, and that the messages in docs/troubleshooting.md are those of the product.
import { expect, test } from "vitest";
import { projectFiles, text } from "./files.ts";

test("the README has at most 120 lines, and says in 60 words what it is about", () => {
  const readme = text("README.md");
  const [, about = ""] = readme.split("\n\n");
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
  expect(about.split(/\s+/u).length).toBeLessThanOrEqual(60);
});

test("the start page names every page of the documentation", () => {
  const pages = projectFiles().flatMap((file) => /^docs\/([^/]+\.md)$/u.exec(file)?.[1] ?? []);
  expect(pages.filter((page) => page !== "start.md" && !text("docs/start.md").includes(`](${page})`))).toEqual([]);
});

/** Returns the parts of a message without its variables, `…` in the page. */
const fixedParts = (message: string): string[] => message.split("…").filter((part) => /\p{L}{3}/u.test(part));

test("the product has every message that the troubleshooting page explains", () => {
  const tables = text("docs/troubleshooting.md").split(/^\| /mu);
  const messages = tables.flatMap((row) => /^`([^`]+)` \|/u.exec(row)?.[1] ?? []);
  expect(messages.length).toBeGreaterThan(25);
  const sources = projectFiles().filter((file) => /^(?:crates\/\w+\/src\/.*\.rs|extension\/l10n\/.*\.json)$/u.test(file) && !file.includes("/tests/"));
  const product = sources.map(text).join("\n").replaceAll('\\"', '"');
  expect(messages.filter((message) => fixedParts(message).some((part) => !product.includes(part)))).toEqual([]);
});
