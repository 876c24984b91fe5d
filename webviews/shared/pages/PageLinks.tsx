// Leads from a page to the others of the project: a row of icons, or a menu where there is no room for it.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef } from "preact/hooks";
import tree from "../../../extension/media/handoff.svg?raw";
import board from "../../../extension/media/tabs/board-dark.svg?raw";
import dashboard from "../../../extension/media/tabs/dashboard-dark.svg?raw";
import gantt from "../../../extension/media/tabs/gantt-dark.svg?raw";
import library from "../../../extension/media/tabs/library-dark.svg?raw";
import metrics from "../../../extension/media/tabs/metrics-dark.svg?raw";
import sessions from "../../../extension/media/tabs/sessions-dark.svg?raw";
import settings from "../../../extension/media/tabs/settings-dark.svg?raw";
import time from "../../../extension/media/tabs/time-dark.svg?raw";
import { pages } from "../../contract/surfaces.ts";
import type { Page } from "../../contract/surfaces.ts";
import { Menu } from "../components/Menu.tsx";
import { rovingBar } from "../keyboard/rovingBar.ts";

interface PageLabel {
  /** In the page and not as an image, because the browser loads each SVG image as a document of its own. */
  icon: string;
  name(): string;
}

const pageLabels: Readonly<Record<Page, PageLabel>> = {
  tree: { icon: tree, name: () => t("Task Tree") },
  dashboard: { icon: dashboard, name: () => t("Dashboard") },
  board: { icon: board, name: () => t("Board") },
  gantt: { icon: gantt, name: () => t("Gantt Chart") },
  metrics: { icon: metrics, name: () => t("Metrics") },
  time: { icon: time, name: () => t("Time") },
  sessions: { icon: sessions, name: () => t("Sessions") },
  library: { icon: library, name: () => t("Library") },
  settings: { icon: settings, name: () => t("Settings") },
};

interface PageLinksProps {
  /** The page that contains the links. */
  here: Page;
  open: (page: Page) => void;
  /** Shows names beside the icons, where they fit. */
  named?: boolean;
}

export function PageLinks({ here, open, named = false }: PageLinksProps) {
  const row = useRef<HTMLDivElement>(null);
  // A toolbar around the row has the tab stop, and moves the focus.
  useLayoutEffect(() => (row.current === null || row.current.closest("[role=toolbar]") !== null ? undefined : rovingBar(row.current)), []);
  const links = pages.map((page) => ({ page, name: pageLabels[page].name() }));
  const choose = (page: Page): void => {
    if (page !== here) open(page);
  };
  return (
    <nav class={named ? "page-links named" : "page-links"} aria-label={t("Pages")}>
      <div class="page-row" ref={row}>
        {links.map(({ page, name }) => (
          <button
            key={page}
            type="button"
            class={named ? "button" : "button icon-only"}
            title={name}
            aria-label={name}
            aria-current={page === here ? "page" : undefined}
            onClick={() => choose(page)}
          >
            <PageIcon page={page} />
            {named && <span class="page-name">{name}</span>}
          </button>
        ))}
      </div>
      <div class="page-menu">
        <Menu
          label={t("Page: {0}", pageLabels[here].name())}
          items={links.map(({ page, name }) => ({
            key: page,
            label: name,
            picture: <PageIcon page={page} />,
            checked: page === here,
            choose: () => choose(page),
          }))}
        >
          <PageIcon page={here} />
        </Menu>
      </div>
    </nav>
  );
}

export function PageIcon({ page }: { page: Page }) {
  return <span class="page-icon" aria-hidden dangerouslySetInnerHTML={{ __html: pageLabels[page].icon }} />;
}
