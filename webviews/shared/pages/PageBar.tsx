// The bar on top of every page of a project: the ways to the other pages, undo and redo, and the keys
// of the page. It is at the same place and as high on all of them.
import { t } from "@vscode/l10n";
import { useLayoutEffect } from "preact/hooks";
import tree from "../../../extension/media/handoff.svg?raw";
import type { ProjectView } from "../../contract/generated/protocol.ts";
import { iconSvg, pages, pageTitle } from "../../contract/surfaces.ts";
import type { Page, ProjectPage } from "../../contract/surfaces.ts";
import { Button } from "../components/Button.tsx";
import { HelpButton } from "../help/Help.tsx";
import type { Gesture } from "../help/Help.tsx";
import { rovingBar } from "../keyboard/rovingBar.ts";
import { translate } from "../text/language.ts";
import { undoLabel } from "../text/names.ts";
import { useOneRow } from "./useOneRow.ts";

export interface PageBarProps {
  /** The page; absent on the page of a task, to which no link leads. */
  here?: ProjectPage;
  open: (page: Page) => void;
  /** Absent on pages that change nothing. */
  history?: { steps: Pick<ProjectView, "undo" | "redo"> | undefined; undo: () => void; redo: () => void };
  /** The keys of the page. */
  gestures: () => Gesture[];
}

export function PageBar({ here, open, history, gestures }: PageBarProps) {
  const bar = useOneRow<HTMLElement>(yielding, [here]);
  useLayoutEffect(() => (bar.current === null ? undefined : rovingBar(bar.current)), []);
  return (
    <nav class="page-bar" ref={bar} aria-label={t("Pages")}>
      {pages.map((page) => (
        <PageLink key={page} page={page} isHere={page === here} open={open} />
      ))}
      <div class="page-bar-end" role="group" aria-label={t("This page")}>
        {history !== undefined && <History {...history} />}
        <HelpButton gestures={gestures} />
      </div>
    </nav>
  );
}

/** What shrinks until the bar fits: the pictures beside the names, the names of the other pages, whose pictures return, then that of this page. */
const yielding = ["pictures", "names", "name"];

interface PageLinkProps {
  page: Page;
  isHere: boolean;
  open: (page: Page) => void;
}

function PageLink({ page, isHere, open }: PageLinkProps) {
  const name = pageTitle(page, translate);
  return (
    <button
      type="button"
      class="button page-link"
      title={name}
      aria-label={name}
      aria-current={isHere ? "page" : undefined}
      onClick={() => {
        if (!isHere) open(page);
      }}
    >
      <PageIcon page={page} />
      <span class="page-name">{name}</span>
    </button>
  );
}

function History({ steps, undo, redo }: NonNullable<PageBarProps["history"]>) {
  const done = steps?.undo ?? null;
  const undone = steps?.redo ?? null;
  return (
    <>
      <Button icon="discard" label={done === null ? t("Nothing to undo") : undoLabel(t("Undo"), done)} disabled={done === null} onClick={undo} />
      <Button icon="redo" label={undone === null ? t("Nothing to redo") : undoLabel(t("Redo"), undone)} disabled={undone === null} onClick={redo} />
    </>
  );
}

/** The SVG is in the page and not an image, because the browser loads each SVG image as a document of its own. */
export function PageIcon({ page }: { page: Page }) {
  const svg = page === "tree" ? tree : iconSvg(page, "currentColor");
  return <span class="page-icon" aria-hidden dangerouslySetInnerHTML={{ __html: svg }} />;
}
