// The saved views as tabs of a page, those of this person and of the project together: each is a
// filter, and what the page that saved it displayed.
import { t } from "@vscode/l10n";
import type { ReadonlySignal } from "@preact/signals";
import type { Display, ShownView, ViewPage } from "../../contract/common.ts";
import type { Filter, SavedView } from "../../contract/generated/protocol.ts";
import { isSameFilter } from "../../contract/savedViews.ts";
import { Button } from "../components/Button.tsx";
import { Icon } from "../components/Icons.tsx";
import type { MenuItem } from "../components/Menu.tsx";
import { isEqual } from "../equality.ts";
import { isEmpty } from "./filter.ts";

/** The saved views, and what a page can do with them. */
export interface ViewsAccess {
  /** Those of this person. */
  own: ReadonlySignal<readonly SavedView[]>;
  /** Those of the project. */
  shared: readonly SavedView[] | undefined;
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

interface OfferedView {
  view: SavedView;
  isShared: boolean;
}

/** Returns all views by name. Of two with the same name, that of this person is first. */
export function offeredViews({ own, shared = [] }: Pick<ViewsAccess, "own" | "shared">): OfferedView[] {
  const all = [...own.value.map((view) => ({ view, isShared: false })), ...shared.map((view) => ({ view, isShared: true }))];
  return all.toSorted((a, b) => a.view.name.localeCompare(b.view.name));
}

/** Renders nothing as long as no view is saved. */
export function ViewTabs({ views, filter }: Props) {
  const { page, show } = views;
  const all = offeredViews(views);
  if (all.length === 0) return null;
  const shown = shownView(views, filter);
  return (
    <div class="view-tabs" role="group" aria-label={t("Views")}>
      <button type="button" class="button view-tab" aria-pressed={shown === undefined && isEmpty(filter)} onClick={() => show({}, undefined)}>
        <span class="clipped">{t("All tasks")}</span>
      </button>
      {all.map(({ view, isShared }) => (
        <button
          key={`${isShared ? "project" : "own"}:${view.name}`}
          type="button"
          class="button view-tab"
          aria-pressed={view === shown}
          title={nameOf(view, isShared)}
          aria-label={nameOf(view, isShared)}
          onClick={() => show(view.filter, view.displays?.[page])}
        >
          <span class="clipped">{view.name}</span>
          {isShared && <Icon name="organization" />}
        </button>
      ))}
    </div>
  );
}

function nameOf({ name }: SavedView, isShared: boolean): string {
  return isShared ? t("{0} (view of the project)", name) : name;
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
  return offeredViews(views).find(({ view }) => isShown(view, views, filter))?.view;
}

/** Compares what the view says and the page knows: an older view has fewer values, one of a newer version more. */
function isShown(view: SavedView, { page, display }: ViewsAccess, filter: Filter): boolean {
  const saved = view.displays?.[page] ?? {};
  const isUnsaid = (name: string): boolean => saved[name] === undefined || saved[name] === null;
  return isSameFilter(view.filter, filter) && Object.entries(display).every(([name, value]) => isUnsaid(name) || isEqual(saved[name], value));
}

/** Returns the items with which menus of a page end: to save what is shown, and to manage views. */
export function viewItems(views: ViewsAccess, filter: Filter): MenuItem[] {
  const { display, save, manage } = views;
  const items: MenuItem[] = [{ key: "saveView", label: t("Save View…"), heading: t("Views"), choose: () => save({ filter, display }) }];
  if (offeredViews(views).length > 0) items.push({ key: "manageViews", label: t("Manage Views…"), choose: () => manage({ filter, display }) });
  return items;
}
