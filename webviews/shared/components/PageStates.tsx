// Messages in place of the content, and the read-only banner.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { Button } from "./Button.tsx";
import { Icon } from "./Icons.tsx";
import type { ReadOnlyReason } from "../../contract/common.ts";
import { useOpenPage } from "../openPageContext.ts";
import { readOnlyText, translateText } from "../text/names.ts";
import type { ProjectView } from "../../contract/generated/protocol.ts";

interface EmptyProps {
  icon: string;
  title: string;
  text: string;
  /** A button. */
  children?: ComponentChildren;
}

export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div class="empty" role="status">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

function LoadFailure({ text, tryAgain }: { text: string; tryAgain: () => void }) {
  return (
    <Empty icon="error" title={t("The tasks could not be loaded")} text={text}>
      <Button kind="secondary" onClick={tryAgain}>
        {t("Try again")}
      </Button>
    </Empty>
  );
}

interface ProjectContentProps {
  /** Why loading failed. */
  failure: string | null;
  project: ProjectView | undefined;
  tryAgain: () => void;
  children: (project: ProjectView) => ComponentChildren;
}

/** Renders the content, or a message while loading, after a failure, and if no task could be read. */
export function ProjectContent({ failure, project, tryAgain, children }: ProjectContentProps) {
  if (failure !== null) return <LoadFailure text={failure} tryAgain={tryAgain} />;
  if (project === undefined) return <div class="loading" aria-busy="true" />;
  if (project.total === 0 && project.unread.length > 0) {
    const text = project.unread.map(translateText).join(" ");
    return <Empty icon="warning" title={t("Tasks could not be read")} text={text} />;
  }
  return <>{children(project)}</>;
}

/** Further buttons are children. */
export function NothingMatches({ clear, children }: { clear: () => void; children?: ComponentChildren }) {
  return (
    <Empty icon="filter" title={t("No task matches the filter")} text={t("The other tasks are hidden by the filter.")}>
      <Button kind="secondary" onClick={clear}>
        {t("Clear filter")}
      </Button>
      {children}
    </Empty>
  );
}

/** Says what of the project is missing from the page because it could not be read, and leads to the files. */
export function UnreadBanner({ project }: { project: ProjectView | undefined }) {
  const openPage = useOpenPage();
  if (project === undefined) return null;
  const { configProblem, unread, brokenTasks, total } = project;
  // Without any task, the content says it.
  const sentences = total === 0 ? [] : unread.map(translateText);
  if (configProblem !== undefined) sentences.unshift(t("The settings of the project could not be read. {0}", translateText(configProblem)));
  if (brokenTasks === 1) sentences.push(t("1 task could not be read. Its dates and hours are missing."));
  if (brokenTasks > 1) sentences.push(t("{0} tasks could not be read. Their dates and hours are missing.", brokenTasks));
  if (sentences.length === 0) return null;
  return (
    <div class="banner warning" role="note">
      <Icon name="warning" />
      <span>{sentences.join(" ")}</span>
      <Button kind="outlined" onClick={() => openPage("problems")}>
        {t("Show Problems")}
      </Button>
    </div>
  );
}

/** Says why nothing can be changed. */
export function ReadOnlyBanner({ reason }: { reason: ReadOnlyReason }) {
  if (reason === null) return null;
  return (
    <div class="banner" role="note">
      <Icon name="lock" />
      {readOnlyText(reason)}
    </div>
  );
}
