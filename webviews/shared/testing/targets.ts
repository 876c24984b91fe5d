// Measures what the pointer can press on a page.

/**
 * Returns the targets in sight that WCAG 2.2 (2.5.8) calls too small: below 24 × 24 pixels, and with another target within a circle of
 * 24 pixels around the middle. Links in sentences and fields of the browser's own size are exempt there. `equivalents` are selectors of
 * targets that another one on the page can replace. Uses no other function, so that it can run in another page.
 */
export function smallTargets(equivalents: readonly string[]): string[] {
  const least = 24;
  // Boxes have fractions of a pixel.
  const tolerance = 0.5;
  const roles = ["button", "checkbox", "combobox", "gridcell", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "slider", "spinbutton", "switch", "tab", "textbox"];
  const controls = ["a[href]", "button", "input", "select", "textarea", "summary", ...roles.map((role) => `[role="${role}"]`)].join(", ");
  const pointed = (element: Element | null): boolean => element !== null && getComputedStyle(element).cursor === "pointer";
  const isTarget = (element: Element): boolean => {
    if (element.matches(":disabled, [aria-disabled=true], .visually-hidden")) return false;
    // A field in its label is pressed with the whole label.
    if (element.matches("label > input, label > span > input")) return false;
    if (element.matches("label")) return element.querySelector("input") !== null;
    return element.matches(controls) || (element instanceof HTMLElement && pointed(element) && !pointed(element.parentElement));
  };
  const isHit = (element: Element, x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  const targets = [...document.querySelectorAll("body *")].filter(isTarget).flatMap((element) => {
    const box = element.getBoundingClientRect();
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    // Not hidden, scrolled out of sight, or below something else.
    const isInSight = box.width > 0 && box.height > 0 && isHit(element, middle.x, middle.y);
    return isInSight ? [{ element, box, middle }] : [];
  });
  const isSmall = ({ width, height }: DOMRect): boolean => width < least - tolerance || height < least - tolerance;
  const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to);
  return targets
    .filter(({ element, box }) => isSmall(box) && getComputedStyle(element).display !== "inline" && !equivalents.some((selector) => element.matches(selector)))
    .flatMap(({ element, box, middle }) => {
      const near = targets.find((other) => {
        if (other.element === element || element.contains(other.element)) return false;
        const toCircle = isSmall(other.box) && Math.hypot(middle.x - other.middle.x, middle.y - other.middle.y) < least - tolerance;
        const { left, right, top, bottom } = other.box;
        const [x, y] = [clamp(middle.x, left + 1, right - 1), clamp(middle.y, top + 1, bottom - 1)];
        // A part of the other one may be cut off.
        const toBox = Math.hypot(middle.x - x, middle.y - y) < least / 2 + 1 - tolerance && isHit(other.element, x, y);
        return toCircle || toBox;
      });
      const name = (of: Element): string => `${of.tagName.toLowerCase()}.${of.getAttribute("class") ?? ""} “${(of.getAttribute("aria-label") ?? of.textContent ?? "").trim().slice(0, 40)}”`;
      return near === undefined ? [] : [`${name(element)}, ${Math.round(box.width)} × ${Math.round(box.height)}, beside ${name(near.element)}`];
    });
}
