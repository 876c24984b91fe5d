// All projects of the window and of the configured folders as cards. Each leads to the dashboard of its
// project, or to its folder.
import type { Signal } from "@preact/signals";
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { OverviewSnapshot, ProjectCard } from "../../contract/dashboard.ts";
import type { ProjectGlance, ProjectView } from "../../contract/generated/protocol.ts";
import { outlookIcons, outlookName, outlookReason, percentText, tasksText } from "../state/texts.ts";
import { useNow } from "../../shared/clock.ts";
import { Explained } from "../../shared/components/Explained.tsx";
import { ActorIcon, Icon } from "../../shared/components/Icons.tsx";
import { Empty } from "../../shared/components/PageStates.tsx";
import { ToastArea } from "../../shared/components/Toast.tsx";
import { keepFocusInPage } from "../../shared/keyboard/firstFocus.ts";
import { nameOf } from "../../contract/people/assignees.ts";
import { shortDay } from "../../shared/text/dates.ts";
import { actorName, agoText, translateText } from "../../shared/text/names.ts";
import { countText } from "../../shared/text/numbers.ts";
import { dateOf } from "../../shared/time/days.ts";

interface OverviewPageProps {
  snapshot: Signal<OverviewSnapshot | null>;
  locale: Signal<string>;
  open: (id: string) => void;
}

/** People and agents that a card names. */
const MAX_WORKING = 3;

export function OverviewPage({ snapshot, locale, open }: OverviewPageProps) {
  useLayoutEffect(() => keepFocusInPage(() => document.querySelector(".project")), []);
  const current = snapshot.value;
  return (
    <div class="overview">
      <h1>{t("Projects")}</h1>
      {current === null && <div class="loading" aria-busy="true" />}
      {current?.projects.length === 0 && <Empty icon="folder" title={t("No project")} text={t("There is no Handoff project in this window.")} />}
      <ul class="projects">
        {current?.projects.map((card) => (
          <li key={card.id}>
            <Project card={card} today={current.today} locale={locale.value} open={() => open(card.id)} />
          </li>
        ))}
      </ul>
      <ToastArea />
    </div>
  );
}

function Project({ card, today, locale, open }: { card: ProjectCard; today: string; locale: string; open: () => void }) {
  const { name, folder, isOpen, failure, project, glance } = card;
  const isPending = failure === null && (project === null || (project.total > 0 && glance === null));
  return (
    <button type="button" class={glance !== null && glance.overdue > 0 ? "project bad" : "project"} aria-busy={isPending} onClick={open}>
      <span class="project-name">
        <span class="clipped" dir="auto">
          {name}
        </span>
        {folder !== "" && <span class="project-folder clipped">{folder}</span>}
        {!isOpen && (
          <span class="project-open">
            <Icon name="folder-opened" /> {t("Open Folder")}
          </span>
        )}
      </span>
      {failure !== null && <Fact icon="error">{failure}</Fact>}
      {isPending && <Fact icon="loading">{t("Loading…")}</Fact>}
      {project !== null && project.unread.length > 0 && <Fact icon="warning">{project.unread.map(translateText).join(" ")}</Fact>}
      {project?.total === 0 && project.unread.length === 0 && <Fact icon="info">{t("No tasks yet")}</Fact>}
      {project?.paused !== undefined && <Fact icon="debug-pause">{t("Writing is paused")}</Fact>}
      {project !== null && glance !== null && <Glance project={project} glance={glance} today={today} locale={locale} />}
    </button>
  );
}

function Fact({ icon, kind = "", children }: { icon: string; kind?: string; children: ComponentChildren }) {
  return (
    <span class="fact">
      <Icon name={icon} class={kind} />
      <span>{children}</span>
    </span>
  );
}

function Glance({ project, glance, today, locale }: { project: ProjectView; glance: ProjectGlance; today: string; locale: string }) {
  const now = useNow();
  const { completion, overdue, blocked, waiting, milestone, notice, lastActivity } = glance;
  const problems = project.errors + project.warnings;
  return (
    <>
      <span class="project-figures">
        <Figure value={countText(overdue, locale)} name={t("late")} isBad={overdue > 0} />
        <Figure value={countText(waiting, locale)} name={t("need you")} />
        <Figure value={countText(blocked, locale)} name={t("blocked")} />
        <Figure value={percentText(completion)} name={t("of {0} finished", tasksText(completion.total, locale))} />
      </span>
      {milestone !== null && <NextMilestone entry={milestone} notice={notice} today={today} locale={locale} />}
      <Workers project={project} glance={glance} />
      {problems > 0 && <Fact icon="warning">{problems === 1 ? t("1 problem in its files") : t("{0} problems in its files", problems)}</Fact>}
      {lastActivity !== "" && <span class="project-more">{t("Last change {0}", agoText(lastActivity, now, locale))}</span>}
    </>
  );
}

function Figure({ value, name, isBad = false }: { value: string; name: string; isBad?: boolean }) {
  return (
    <span class={isBad ? "project-figure late" : "project-figure"}>
      <strong>{value}</strong> {name}
    </span>
  );
}

interface NextMilestoneProps {
  entry: NonNullable<ProjectGlance["milestone"]>;
  notice: ProjectGlance["notice"];
  today: string;
  locale: string;
}

function NextMilestone({ entry, notice, today, locale }: NextMilestoneProps) {
  const { outlook, milestone } = entry;
  const date = milestone.date === null ? "" : shortDay(dateOf(milestone.date), today, locale);
  const { text, meaning } = outlookReason(entry, notice, today, locale);
  const needs = text === "" && notice !== null ? translateText(notice) : text;
  return (
    <Fact icon={outlookIcons[outlook]} kind={outlook}>
      <strong>{outlookName(entry)}</strong>: {[milestone.name, date].filter((part) => part !== "").join(" · ")}
      <span class="project-more">
        {" "}
        <Explained text={needs} meaning={meaning} />
      </span>
    </Fact>
  );
}

function Workers({ project: { assignees }, glance: { working } }: { project: ProjectView; glance: ProjectGlance }) {
  const shown = working.tasks.slice(0, MAX_WORKING);
  return (
    <>
      {shown.map(({ card: { key, title, id, holder, assignee } }) => {
        const kind = holder?.actor.kind ?? assignees.find((person) => person.key === assignee)?.kind ?? "human";
        const who = holder === undefined ? (assignee === undefined ? t("Unassigned") : nameOf(assignee, assignees)) : actorName(holder.actor);
        return (
          <span key={key} class="fact">
            <ActorIcon kind={kind} />
            <span class="clipped">
              <strong>{who}</strong> · {title || id}
            </span>
          </span>
        );
      })}
      {working.total > shown.length && <span class="project-more">{t("{0} more", working.total - shown.length)}</span>}
    </>
  );
}
