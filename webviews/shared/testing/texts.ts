// The texts of a page, to find those without a translation.

/** Returns every text below an element, including labels for screen readers and placeholders. Uses no other function, so that it can run in another page. */
export function textsOf(root: Element): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) found.push(...["aria-label", "title", "placeholder"].map((name) => node.getAttribute(name) ?? ""));
    else found.push(node.textContent ?? "");
  }
  return found.map((text) => text.trim()).filter((text) => text !== "");
}

/** Returns the texts that are in English although they have a translation. Texts of a project's data have none. */
export function leftInEnglish(texts: readonly string[], translations: Readonly<Record<string, string>>): string[] {
  return texts.filter((text) => (translations[text] ?? text) !== text);
}
