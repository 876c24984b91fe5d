// The menu of the filters that the user has saved.
import { t } from "@vscode/l10n";
import type { ReadonlySignal } from "@preact/signals";
import type { Filter } from "../../contract/generated/protocol.ts";
import { isSameFilter } from "../../contract/savedFilters.ts";
import type { SavedFilter } from "../../contract/common.ts";
import { Icon } from "../components/Icons.tsx";
import { Menu } from "../components/Menu.tsx";
import type { MenuItem } from "../components/Menu.tsx";
import { isEmpty } from "./filter.ts";

/** The saved filters, and what the host can do with them. */
export interface SavedFiltersAccess {
  all: ReadonlySignal<readonly SavedFilter[]>;
  /** Asks for a name, then saves the filter. */
  save: (filter: Filter) => void;
  /** Offers to rename, replace and delete saved filters; `filter` can replace one. */
  manage: (filter: Filter) => void;
}

interface Props {
  saved: SavedFiltersAccess;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** Shows the name beside the icon. */
  named: boolean;
}

export function SavedFiltersMenu({ saved, filter, onFilter, named }: Props) {
  const label = t("Saved filters");
  return (
    <Menu label={label} picture={<Icon name="bookmark" />} items={itemsOf(saved, filter, onFilter)}>
      {named ? label : undefined}
    </Menu>
  );
}

function itemsOf({ all: { value: all }, save, manage }: SavedFiltersAccess, filter: Filter, onFilter: (filter: Filter) => void): MenuItem[] {
  const items: MenuItem[] = all.map((entry) => ({
    key: `filter ${entry.name}`,
    label: entry.name,
    checked: isSameFilter(entry.filter, filter),
    choose: () => onFilter(entry.filter),
  }));
  const apart = all.length > 0;
  if (!isEmpty(filter)) items.push({ key: "save", label: t("Save Filter As…"), apart, choose: () => save(filter) });
  if (all.length > 0) items.push({ key: "manage", label: t("Manage Saved Filters…"), apart: isEmpty(filter), choose: () => manage(filter) });
  return items;
}
