// The button *Filter*: a menu of fields, and in each its values. A search finds values of all fields.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../components/Icons.tsx";
import { Items, SearchInput, canBeSearched, itemsFor, moveFocus } from "../components/Menu.tsx";
import type { MenuItem } from "../components/Menu.tsx";
import { usePopover } from "../components/Popover.tsx";
import type { FilterField } from "./fields.ts";

export function FilterMenu({ fields }: { fields: readonly FilterField[] }) {
  const { open, close, opener, panel } = usePopover(firstFocus);
  const count = fields.filter(({ chosen }) => chosen.length > 0).length;
  return (
    <>
      <button {...opener} class={count === 0 ? "button filter-button" : "button filter-button chosen"} aria-haspopup="dialog">
        <Icon name={count === 0 ? "filter" : "filter-filled"} />
        {t("Filter")}
        {count > 0 && <span class="visually-hidden">{t("{0} selected", count)}</span>}
      </button>
      <div {...panel} class="filter-panel" role="dialog" aria-label={t("Filter")}>
        {open && <Panel fields={fields} close={close} />}
      </div>
    </>
  );
}

function Panel({ fields, close }: { fields: readonly FilterField[]; close: () => void }) {
  const [at, setAt] = useState<string | null>(null);
  const [sought, setSought] = useState("");
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef<string | null>(null);
  const field = fields.find(({ key }) => key === at);
  const go = (key: string | null): void => {
    last.current = at;
    setAt(key);
    setSought("");
  };
  // The popover itself sets the focus when it opens.
  const isOpening = useRef(true);
  useLayoutEffect(() => {
    if (!isOpening.current && panel.current !== null) {
      const left = last.current === null ? null : panel.current.querySelector<HTMLElement>(`[data-key="${last.current}"]`);
      (left ?? firstFocus(panel.current))?.focus();
    }
    isOpening.current = false;
  }, [at]);
  const word = sought.trim().toLowerCase();
  const items = field === undefined ? itemsOfAll(fields, word, go) : itemsFor(field.values, word);
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = event.target instanceof HTMLElement ? event.target.dataset["key"] : undefined;
    const isTyping = event.target instanceof HTMLInputElement && event.target.value !== "";
    if (event.key === "ArrowRight" && at === null && fields.some((one) => one.key === key && one.isSwitch !== true)) go(key ?? null);
    else if (event.key === "ArrowLeft" && at !== null && field?.content === undefined && !isTyping) go(null);
    else return moveFocus(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={panel} onKeyDown={onKeyDown}>
      {field !== undefined && (
        <button type="button" class="menu-item filter-back" onClick={() => go(null)}>
          <Icon name="arrow-left" label={t("All fields")} />
          <strong>{field.label}</strong>
        </button>
      )}
      {(field === undefined || (field.content === undefined && canBeSearched(field.values))) && (
        <SearchInput key={at} label={field?.label ?? t("Filter")} sought={sought} seek={setSought} choose={() => word !== "" && items[0]?.choose()} />
      )}
      {field?.content === undefined ? <Items label={field?.label ?? t("Filter")} items={items} many close={close} /> : field.content()}
    </div>
  );
}

/** Returns the fields, or the values of all fields that have the word. */
function itemsOfAll(fields: readonly FilterField[], word: string, go: (key: string) => void): MenuItem[] {
  if (word !== "") {
    return fields.flatMap(({ key, label, values }) =>
      itemsFor(values, word, label).map((item, at) => ({ ...item, key: `${key} ${item.key}`, apart: false, ...(at === 0 && { heading: label }) })),
    );
  }
  return fields.flatMap(({ key, label, picture, values, isSwitch, chosen }): MenuItem[] => {
    if (isSwitch === true) return values.map((item) => ({ ...item, key, picture, apart: true }));
    return [{ key, label, picture, leads: true, ...(chosen.length > 0 && { detail: String(chosen.length) }), choose: () => go(key) }];
  });
}

/** The field that searches, else the first chosen value, else the first one. */
function firstFocus(panel: HTMLElement): HTMLElement | null {
  return panel.querySelector<HTMLElement>("input") ?? panel.querySelector<HTMLElement>('[aria-checked="true"]') ?? panel.querySelector<HTMLElement>("[role^=menuitem]");
}
