// One card. Drawn again only when something about it changed.
import { t } from "@vscode/l10n";
import type { Card } from "../../contract/generated/protocol.ts";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { Icon } from "../../shared/components/Icon.tsx";
import { PriorityIcon } from "../../shared/components/PriorityIcon.tsx";
import { ProgressCount } from "../../shared/components/ProgressCount.tsx";
import { shortDay } from "../../shared/dates.ts";
import { memo } from "../../shared/memo.ts";
import { blockedText, cardLabel, criteriaText, dueText, subtasksText } from "../cardLabel.ts";
import { useBoard } from "../context.ts";

export interface CardProps {
  card: Card;
  lane: string;
  /** The assignee's name and colour; plain values, since the same people come as new objects with each snapshot. */
  assigneeName: string | undefined;
  assigneeColor: string;
  selected: boolean;
  carried: boolean;
  /** What stands in the title's field while it is edited. */
  editing: string | null;
  /** Why something about it was refused. */
  notice: string | null;
  today: string;
  locale: string;
}

export const CardView = memo((props: CardProps) => {
  const { card, lane, assigneeName, assigneeColor, selected, carried, editing, notice, today, locale } = props;
  const classes = ["card", selected && "selected", carried && "carried", notice !== null && "refused"].filter(Boolean).join(" ");
  return (
    <li class="slot">
      <div
        class={classes}
        role="group"
        tabindex={-1}
        data-card={card.key}
        data-stop={`card:${card.key}`}
        aria-roledescription={t("card")}
        aria-label={cardLabel(card, assigneeName, selected, locale)}
        aria-describedby="card-help"
      >
        <div class="card-head">
          <span class="card-id">{card.id}</span>
          {card.parentTitle !== undefined && <span class="card-parent clipped">{card.parentTitle}</span>}
          {card.troubled && <Icon name="warning" label={t("Its file has a problem")} class="card-trouble" />}
          <button type="button" class="card-more codicon codicon-ellipsis" tabindex={-1} aria-label={t("More actions")} />
          {card.priority !== undefined && <PriorityIcon priority={card.priority} />}
          {card.assignee !== undefined && (
            <Avatar id={card.assignee} name={assigneeName ?? card.assignee} color={assigneeColor} />
          )}
        </div>
        {editing === null ? <p class="card-title">{card.title}</p> : <TitleField card={card} lane={lane} text={editing} />}
        <CardFacts card={card} today={today} locale={locale} />
        {notice !== null && (
          <p class="card-notice">
            <Icon name="error" />
            {notice}
          </p>
        )}
      </div>
    </li>
  );
});

function CardFacts({ card, today, locale }: { card: Card; today: string; locale: string }) {
  const { labels, milestone, dueDate, overdue, criteria, subtasks, blockedBy } = card;
  const bare = labels.length + criteria.total + subtasks.total + blockedBy.length === 0;
  if (bare && milestone === undefined && dueDate === undefined) return null;
  return (
    <div class="card-facts">
      {labels.map((label) => (
        <span key={label} class="pill clipped">
          {label}
        </span>
      ))}
      {blockedBy.length > 0 && (
        <span class="fact blocked" title={blockedText(card)}>
          <Icon name="lock" />
          <span class="clipped">{blockedBy.length === 1 ? blockedBy[0] : blockedBy.length}</span>
        </span>
      )}
      {dueDate !== undefined && (
        <span class={overdue ? "fact overdue" : "fact"} title={dueText(card, locale)}>
          <Icon name={overdue ? "clock" : "calendar"} />
          {shortDay(dueDate, today, locale)}
        </span>
      )}
      {milestone !== undefined && (
        <span class="fact" title={t("Milestone: {0}", milestone)}>
          <Icon name="milestone" />
          <span class="clipped">{milestone}</span>
        </span>
      )}
      <ProgressCount icon="checklist" progress={criteria} label={criteriaText(card)} />
      <ProgressCount icon="list-tree" progress={subtasks} label={subtasksText(card)} />
    </div>
  );
}

function TitleField({ card, lane, text }: { card: Card; lane: string; text: string }) {
  const { state, actions } = useBoard();
  const close = (): void => {
    state.entry.value = null;
  };
  const save = (typed: string): void => {
    if (state.entry.peek()?.kind !== "title") return;
    close();
    actions.rename(card.key, typed);
  };
  return (
    <EntryField
      label={t("Title of {0}", card.id)}
      text={text}
      untouched={text === card.title}
      onText={(typed) => {
        state.entry.value = { kind: "title", key: card.key, lane, text: typed };
      }}
      onEnter={save}
      onLeave={save}
      onEscape={close}
    />
  );
}
