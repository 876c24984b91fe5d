// A button that opens a menu of actions, radio items or check items. A long menu of check items has a
// field that searches it.
import { t } from "@vscode/l10n";
import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Icon } from "./Icons.tsx";
import { usePopover } from "./Popover.tsx";
import { isTextField } from "../keyboard/typing.ts";

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
  /** An action that leads to further items: the menu stays open. */
  leads?: boolean;
  choose(): void;
}

export interface MenuProps {
  /** Accessible name and tooltip of the button. */
  label: string;
  /** Stands for the text where there is none. */
  picture?: ComponentChildren;
  children?: ComponentChildren;
  class?: string;
  /** Check items: choosing one keeps the menu open; an action closes it. */
  many?: boolean;
  /** Whether more than a few items can be searched: values of the project, not commands. */
  searched?: boolean;
  items: readonly MenuItem[];
}

/** Menus of more choices than this can be searched. */
const MAX_UNSEARCHED = 8;

export function canBeSearched(items: readonly MenuItem[]): boolean {
  return items.length > MAX_UNSEARCHED;
}

/** Returns the items whose label has the word, which is lower case; with `heading`, also those below a heading that has it. */
export function itemsFor(items: readonly MenuItem[], word: string, heading = ""): MenuItem[] {
  const isBelow = word !== "" && heading.toLowerCase().includes(word);
  return items.filter(({ label }) => isBelow || label.toLowerCase().includes(word));
}

export function Menu({ label, picture, children, class: extra = "", many = false, searched = false, items }: MenuProps) {
  const { open, close, opener, panel } = usePopover(firstFocus);
  const bare = children === undefined;
  const isSearched = searched && canBeSearched(items);
  return (
    <>
      <button
        {...opener}
        class={`button ${bare ? "icon-only" : ""} ${extra}`}
        title={label}
        aria-label={label}
        aria-haspopup={isSearched ? "dialog" : "menu"}
      >
        {bare && picture}
        {children}
        {!bare && <Icon name="chevron-down" />}
      </button>
      <div {...panel} role={isSearched ? "dialog" : "menu"} aria-label={label} onKeyDown={moveFocus}>
        {open && (isSearched ? <SearchedMenu label={label} items={items} /> : <Items items={items} many={many} close={close} />)}
      </div>
    </>
  );
}

interface ItemsProps {
  /** Accessible name of the menu, for items that are only a part of a panel. */
  label?: string;
  items: readonly MenuItem[];
  many: boolean;
  close: () => void;
}

export function Items({ label, items, many, close }: ItemsProps) {
  const groups = groupsOf(items).map(({ heading, members }) => (
    <Group key={heading ?? ""} heading={heading}>
      {members.map((item) => (
        <Row key={item.key} item={item} many={many} close={close} />
      ))}
    </Group>
  ));
  if (label === undefined) return <>{groups}</>;
  if (items.length === 0) {
    return (
      <p class="menu-heading" role="status">
        {t("Nothing found")}
      </p>
    );
  }
  return (
    <div role="menu" aria-label={label}>
      {groups}
    </div>
  );
}

/** Enter chooses the first item that is found. */
function SearchedMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const [sought, setSought] = useState("");
  const word = sought.trim().toLowerCase();
  const found = itemsFor(items, word);
  return (
    <>
      <SearchInput label={label} sought={sought} seek={setSought} choose={() => word !== "" && found[0]?.choose()} />
      <Items label={label} items={found} many close={() => undefined} />
    </>
  );
}

interface SearchInputProps {
  /** What is searched. */
  label: string;
  sought: string;
  seek: (text: string) => void;
  /** Enter was pressed. */
  choose: () => void;
}

export function SearchInput({ label, sought, seek, choose }: SearchInputProps) {
  return (
    <input
      class="field menu-search"
      type="text"
      spellcheck={false}
      aria-label={t("Search in {0}", label)}
      placeholder={t("Search")}
      value={sought}
      onInput={(event) => seek(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        choose();
      }}
    />
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
  const { key, label, picture, detail, checked, single = !many, apart = false, leads = false } = item;
  const role = checked === undefined ? "menuitem" : single ? "menuitemradio" : "menuitemcheckbox";
  const choose = (): void => {
    if (!leads && (!many || checked === undefined)) close();
    item.choose();
  };
  return (
    <>
      {apart && <div class="menu-line" role="separator" />}
      <button
        type="button"
        class="menu-item"
        role={role}
        data-key={key}
        aria-haspopup={leads ? "menu" : undefined}
        tabindex={-1}
        onClick={choose}
        {...(checked !== undefined && { "aria-checked": checked })}
      >
        {checked !== undefined && <Icon name="check" class="menu-check" />}
        {picture}
        <span class="clipped">{label}</span>
        {detail !== undefined && <span class="menu-detail">{detail}</span>}
        {leads && <Icon name="chevron-right" />}
      </button>
    </>
  );
}

/** The field that searches, else the selected choice; an action at the beginning goes first. */
function firstFocus(menu: HTMLElement): HTMLElement | undefined {
  const search = menu.querySelector<HTMLElement>(".menu-search");
  if (search !== null) return search;
  const [first] = itemsOf(menu);
  return first?.role === "menuitem" ? first : (menu.querySelector<HTMLElement>('[aria-checked="true"]') ?? first);
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

export function moveFocus(event: KeyboardEvent): void {
  const menu = event.currentTarget;
  if (!(menu instanceof HTMLElement)) return;
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  // In the field that searches, Home and End move the cursor.
  const ends = isTextField(event.target) ? {} : { Home: 0, End: items.length - 1 };
  const steps: Readonly<Partial<Record<string, number>>> = { ArrowDown: at + 1, ArrowUp: at < 0 ? items.length - 1 : at - 1, ...ends };
  const next = steps[event.key];
  if (next === undefined) return;
  items.at(next % items.length)?.focus();
  event.preventDefault();
  event.stopPropagation();
}
