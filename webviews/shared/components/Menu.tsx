// A button that opens a menu of actions, radio items or check items.
import { Fragment } from "preact";
import type { ComponentChildren } from "preact";
import { Icon } from "./Icons.tsx";
import { usePopover } from "./Popover.tsx";

export interface MenuItem {
  key: string;
  label: string;
  /** Icon or avatar before the label. */
  picture?: ComponentChildren;
  /** Small text after the label, such as a number. */
  detail?: string;
  /** For a choice: whether it is selected. Undefined for an action. */
  checked?: boolean;
  /** Among check items: one of several of which only one is selected. */
  single?: boolean;
  /** Adds a separator above. */
  apart?: boolean;
  /** Heading above this and the next items. */
  heading?: string;
  choose(): void;
}

export interface MenuProps {
  /** Accessible name and tooltip of the button. */
  label: string;
  /** Replaces the text where the page is too narrow, or where there is none. */
  picture?: ComponentChildren;
  children?: ComponentChildren;
  class?: string;
  /** Check items: choosing one keeps the menu open; an action closes it. */
  many?: boolean;
  items: readonly MenuItem[];
}

export function Menu({ label, picture, children, class: extra = "", many = false, items }: MenuProps) {
  const { open, close, opener, panel } = usePopover(firstFocus);
  const bare = children === undefined;
  return (
    <>
      <button
        {...opener}
        class={`button ${bare ? "icon-only" : ""} ${extra}`}
        title={label}
        aria-label={label}
        aria-haspopup="menu"
      >
        {bare ? picture : picture !== undefined && <span class="for-words">{picture}</span>}
        {children}
        {!bare && <Icon name="chevron-down" />}
      </button>
      <div {...panel} role="menu" aria-label={label} onKeyDown={moveFocus}>
        {open &&
          groupsOf(items).map(({ heading, members }) => (
            <Group key={heading ?? ""} heading={heading}>
              {members.map((item) => (
                <Row key={item.key} item={item} many={many} close={close} />
              ))}
            </Group>
          ))}
      </div>
    </>
  );
}

interface ItemGroup {
  heading: string | undefined;
  members: MenuItem[];
}

function groupsOf(items: readonly MenuItem[]): ItemGroup[] {
  const groups: ItemGroup[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last === undefined || item.heading !== undefined) groups.push({ heading: item.heading, members: [item] });
    else last.members.push(item);
  }
  return groups;
}

function Group({ heading, children }: { heading: string | undefined; children: ComponentChildren }) {
  if (heading === undefined) return <Fragment>{children}</Fragment>;
  return (
    <div role="group" aria-label={heading}>
      <div class="menu-heading" aria-hidden>
        {heading}
      </div>
      {children}
    </div>
  );
}

function Row({ item, many, close }: { item: MenuItem; many: boolean; close: () => void }) {
  const { label, picture, detail, checked, single = !many, apart = false } = item;
  const role = checked === undefined ? "menuitem" : single ? "menuitemradio" : "menuitemcheckbox";
  const choose = (): void => {
    if (!many || checked === undefined) close();
    item.choose();
  };
  return (
    <>
      {apart && <div class="menu-line" role="separator" />}
      <button
        type="button"
        class="menu-item"
        role={role}
        tabindex={-1}
        onClick={choose}
        {...(checked !== undefined && { "aria-checked": checked })}
      >
        {checked !== undefined && <Icon name="check" class="menu-check" />}
        {picture}
        <span class="clipped">{label}</span>
        {detail !== undefined && <span class="menu-detail">{detail}</span>}
      </button>
    </>
  );
}

/** The selected choice; an action at the beginning goes first. */
function firstFocus(menu: HTMLElement): HTMLElement | undefined {
  const [first] = itemsOf(menu);
  return first?.role === "menuitem" ? first : (menu.querySelector<HTMLElement>('[aria-checked="true"]') ?? first);
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(".menu-item")];
}

function moveFocus(event: KeyboardEvent): void {
  const menu = event.currentTarget;
  if (!(menu instanceof HTMLElement)) return;
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  items.at(next % items.length)?.focus();
  event.preventDefault();
  event.stopPropagation();
}
