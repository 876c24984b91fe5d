// The saved views as tabs of a page: each is a filter, and what the page that saved it displayed.
import { t } from "@vscode/l10n";
import type { ReadonlySignal } from "@preact/signals";
import type { Display, SavedView, ShownView, ViewPage } from "../../contract/common.ts";
import type { Filter } from "../../contract/generated/protocol.ts";
import { isSameFilter } from "../../contract/savedViews.ts";
import { Button } from "../components/Button.tsx";
import type { MenuItem } from "../components/Menu.tsx";
import { isEqual } from "../equality.ts";
import { isEmpty } from "./filter.ts";

/** The saved views, and what a page can do with them. */
export interface ViewsAccess {
  all: ReadonlySignal<readonly SavedView[]>;
  page: ViewPage;
  /** What the page displays besides the filter. */
  display: Display;
  /** Shows a filter, with what is displayed if the view says it. */
  show: (filter: Filter, display: Display | undefined) => void;
  /** Asks for a name, then saves what is shown. */
  save: (shown: ShownView) => void;
  /** Offers to rename, replace and delete views; `shown` can replace one. */
  manage: (shown: ShownView) => void;
}

interface Props {
  views: ViewsAccess;
  filter: Filter;
}

/** Renders nothing as long as no view is saved. */
export function ViewTabs({ views, filter }: Props) {
  const { page, show } = views;
  const all = views.all.value;
  if (all.length === 0) return null;
  const shown = shownView(views, filter);
  const tab = (name: string, isOn: boolean, open: () => void) => (
    <button key={name} type="button" class="button view-tab" aria-pressed={isOn} onClick={open}>
      <span class="clipped">{name}</span>
    </button>
  );
  return (
    <div class="view-tabs" role="group" aria-label={t("Views")}>
      {tab(t("All tasks"), shown === undefined && isEmpty(filter), () => show({}, undefined))}
      {all.map((view) => tab(view.name, view === shown, () => show(view.filter, view.displays?.[page])))}
    </div>
  );
}

/** Offers to save a filter that no view has. */
export function SaveView({ views, filter }: Props) {
  const { display, save } = views;
  if (isEmpty(filter) || shownView(views, filter) !== undefined) return null;
  return (
    <Button icon="bookmark" onClick={() => save({ filter, display })}>
      {t("Save View…")}
    </Button>
  );
}

function shownView(views: ViewsAccess, filter: Filter): SavedView | undefined {
  return views.all.value.find((view) => isShown(view, views, filter));
}

/** Compares what the view says and the page knows: an older view has fewer values, one of a newer version more. */
function isShown(view: SavedView, { page, display }: ViewsAccess, filter: Filter): boolean {
  const saved = view.displays?.[page] ?? {};
  const isUnsaid = (name: string): boolean => saved[name] === undefined || saved[name] === null;
  return isSameFilter(view.filter, filter) && Object.entries(display).every(([name, value]) => isUnsaid(name) || isEqual(saved[name], value));
}

/** Returns the items with which menus of a page end: to save what is shown, and to manage views. */
export function viewItems({ all, display, save, manage }: ViewsAccess, filter: Filter): MenuItem[] {
  const items: MenuItem[] = [{ key: "saveView", label: t("Save View…"), heading: t("Views"), choose: () => save({ filter, display }) }];
  if (all.value.length > 0) items.push({ key: "manageViews", label: t("Manage Views…"), choose: () => manage({ filter, display }) });
  return items;
}
