// Leads from a page to the others of the project: a row of icons, or a menu where there is no room for it.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef } from "preact/hooks";
import tree from "../../../extension/media/handoff.svg?raw";
import { iconSvg, pages, pageTitle } from "../../contract/surfaces.ts";
import type { Page } from "../../contract/surfaces.ts";
import { Menu } from "../components/Menu.tsx";
import { rovingBar } from "../keyboard/rovingBar.ts";
import { translate } from "../text/language.ts";

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
  const links = pages.map((page) => ({ page, name: pageTitle(page, translate) }));
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
          label={t("Page: {0}", pageTitle(here, translate))}
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

/** The SVG is in the page and not an image, because the browser loads each SVG image as a document of its own. */
function PageIcon({ page }: { page: Page }) {
  const svg = page === "tree" ? tree : iconSvg(page, "currentColor");
  return <span class="page-icon" aria-hidden dangerouslySetInnerHTML={{ __html: svg }} />;
}
