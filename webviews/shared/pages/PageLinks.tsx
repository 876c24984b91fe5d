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
import { pages } from "../../contract/common.ts";
import type { Page } from "../../contract/common.ts";
import { Menu } from "../components/Menu.tsx";
import { rovingBar } from "../keyboard/rovingBar.ts";

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
  const choose = (page: Page): void => {
    if (page !== here) open(page);
  };
  return (
    <nav class={named ? "page-links named" : "page-links"} aria-label={t("Pages")}>
      <div class="page-row" ref={row}>
        {pages.map((page) => (
          <button
            key={page}
            type="button"
            class={named ? "button" : "button icon-only"}
            title={pageName(page)}
            aria-label={pageName(page)}
            aria-current={page === here ? "page" : undefined}
            onClick={() => choose(page)}
          >
            <PageIcon page={page} />
            {named && <span class="page-name">{pageName(page)}</span>}
          </button>
        ))}
      </div>
      <div class="page-menu">
        <Menu
          label={t("Page: {0}", pageName(here))}
          items={pages.map((page) => ({
            key: page,
            label: pageName(page),
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

/** The pictures of the tabs. In the page and not as images, because the browser loads each SVG image as a document of its own. */
const pictures: Readonly<Record<Page, string>> = { tree, dashboard, board, gantt, metrics, time, sessions, library, settings };

export function PageIcon({ page }: { page: Page }) {
  return <span class="page-icon" aria-hidden dangerouslySetInnerHTML={{ __html: pictures[page] }} />;
}

function pageName(page: Page): string {
  switch (page) {
    case "tree":
      return t("Task Tree");
    case "dashboard":
      return t("Dashboard");
    case "board":
      return t("Board");
    case "gantt":
      return t("Gantt Chart");
    case "metrics":
      return t("Metrics");
    case "time":
      return t("Time");
    case "sessions":
      return t("Sessions");
    case "library":
      return t("Library");
    case "settings":
      return t("Settings");
  }
}
