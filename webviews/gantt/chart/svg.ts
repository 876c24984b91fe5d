// Creates SVG elements. Attributes are set one by one, so text never becomes markup.

const namespace = "http://www.w3.org/2000/svg";

export type Attributes = Record<string, string | number | undefined>;

export function element<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, String(value));
  if (children.length > 0) made.append(...children);
  return made;
}
