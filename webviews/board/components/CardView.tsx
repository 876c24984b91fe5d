// One card. Rendered again only when its props change.
import { t } from "@vscode/l10n";
import { useId } from "preact/hooks";
import type { ActorKind, Card } from "../../contract/generated/protocol.ts";
import type { TimerMark } from "../../contract/common.ts";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { ConflictNotice } from "../../shared/components/ConflictNotice.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { EstimateForm } from "../../shared/components/EstimateForm.tsx";
import { HolderMark } from "../../shared/components/HolderMark.tsx";
import { Icon, PriorityIcon, ProgressCount } from "../../shared/components/Icons.tsx";
import type { Conflict } from "../../shared/conflicts.ts";
import { Highlighted } from "../../shared/filter/Highlighted.tsx";
import { shortDay } from "../../shared/text/dates.ts";
import { labeledValue } from "../../shared/text/names.ts";
import { LabelChip } from "../../shared/labels/LabelChip.tsx";
import { memo } from "../../shared/memo.ts";
import { TimerFact } from "../../shared/time/TimerMark.tsx";
import { blockedText, cardLabel, criteriaText, dueText, subtasksText } from "./cardLabel.ts";
import { useBoard } from "../actions/actions.ts";
import type { Entry } from "../state/persistedState.ts";
import type { Notice } from "../state/state.ts";

type TitleEntry = Entry & { kind: "title" };

export interface CardProps {
  card: Card;
  /** Its running timer. */
  timer: TimerMark | undefined;
  /**
   * The assignee's name, color and kind, as plain values: each snapshot contains new objects for the same
   * people.
   */
  assigneeName: string | undefined;
  assigneeColor: string;
  assigneeKind: ActorKind | undefined;
  /** The colors of the labels with commas between them, as a plain value. */
  labelColors: string;
  isSelected: boolean;
  isDragged: boolean;
  /** State of the title field while it is edited. */
  editing: TitleEntry | null;
  /** Why a change of the card was refused. */
  notice: Notice | null;
  /** A title that was typed while another program renamed the task. */
  conflict: Conflict | null;
  /** The text of the filter, whose words are marked. */
  sought: string;
  today: string;
  locale: string;
}

export const CardView = memo((props: CardProps) => {
  const { card, timer, assigneeName, assigneeColor, assigneeKind, labelColors, isSelected, isDragged, editing, notice, conflict, sought, today, locale } = props;
  const classes = ["card", isSelected && "selected", isDragged && "carried", notice !== null && "refused"].filter(Boolean).join(" ");
  return (
    <li class="slot">
      <div
        class={classes}
        role="group"
        tabindex={-1}
        data-card={card.key}
        data-stop={`card:${card.key}`}
        aria-roledescription={t("card")}
        aria-label={cardLabel(card, assigneeName, isSelected, timer !== undefined, locale)}
        aria-describedby="card-help"
      >
        <div class="card-head">
          <span class="card-id">
            <Highlighted text={card.id} sought={sought} />
          </span>
          {card.parentTitle !== undefined && <span class="card-parent clipped">{card.parentTitle}</span>}
          {card.troubled && <Icon name="warning" label={t("Its file has a problem")} class="card-trouble" />}
          <button type="button" class="card-more codicon codicon-ellipsis" tabindex={-1} aria-label={t("More actions")} />
          {card.priority !== undefined && <PriorityIcon priority={card.priority} />}
          {card.assignee !== undefined && (
            <Avatar id={card.assignee} name={assigneeName ?? card.assignee} color={assigneeColor} kind={assigneeKind} />
          )}
        </div>
        {editing === null ? (
          <p class="card-title">
            <Highlighted text={card.title} sought={sought} />
          </p>
        ) : (
          <TitleField card={card} entry={editing} />
        )}
        <CardFacts card={card} timer={timer} labelColors={labelColors} sought={sought} today={today} locale={locale} />
        {conflict !== null && conflict.mine !== card.title && <TitleConflict card={card} conflict={conflict} />}
        {notice !== null && <CardNotice card={card} notice={notice} />}
      </div>
    </li>
  );
});

function CardFacts({ card, timer, labelColors, sought, today, locale }: Pick<CardProps, "card" | "timer" | "labelColors" | "sought" | "today" | "locale">) {
  const colors = labelColors.split(",");
  const { labels, milestone, dueDate, overdue, criteria, subtasks, blockedBy, holder, foundInNotes } = card;
  const bare = labels.length + criteria.total + subtasks.total + blockedBy.length === 0;
  if (bare && milestone === undefined && dueDate === undefined && holder === undefined && timer === undefined && foundInNotes !== true) return null;
  return (
    <div class="card-facts">
      {timer !== undefined && <TimerFact timer={timer} />}
      {holder !== undefined && <HolderMark holder={holder} locale={locale} />}
      {labels.map((label, at) => (
        <LabelChip key={label} color={colors[at] ?? ""}>
          <Highlighted text={label} sought={sought} />
        </LabelChip>
      ))}
      {foundInNotes === true && (
        <span class="fact">
          <Icon name="note" />
          {t("found in notes or paths")}
        </span>
      )}
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
        <span class="fact" title={labeledValue("milestone", milestone)}>
          <Icon name="milestone" />
          <span class="clipped">{milestone}</span>
        </span>
      )}
      <ProgressCount icon="checklist" progress={criteria} label={criteriaText(card)} />
      <ProgressCount icon="list-tree" progress={subtasks} label={subtasksText(card)} />
    </div>
  );
}

function CardNotice({ card, notice }: { card: Card; notice: Notice }) {
  const { actions } = useBoard();
  const reason = `refusal-${useId()}`;
  return (
    <div class="card-notice">
      <p id={reason}>
        <Icon name="error" />
        {notice.text}
      </p>
      {notice.missingEstimate !== undefined && (
        <EstimateForm
          title={card.title}
          reason={reason}
          onSubmit={(hours) => actions.retryWithEstimate(notice, hours)}
          onCancel={() => actions.dismissNotice()}
        />
      )}
    </div>
  );
}

function TitleConflict({ card, conflict }: { card: Card; conflict: Conflict }) {
  const { actions } = useBoard();
  return (
    <ConflictNotice
      theirs={card.title}
      mine={conflict.mine}
      by={conflict.by}
      onKeep={() => actions.keepMine(conflict)}
      onTake={() => actions.takeTheirs(conflict)}
    />
  );
}

function TitleField({ card, entry }: { card: Card; entry: TitleEntry }) {
  const { state, actions } = useBoard();
  const close = (): void => {
    state.entry.value = null;
  };
  const save = (typed: string): void => {
    if (state.entry.peek()?.kind !== "title") return;
    close();
    actions.rename(card.key, typed, entry.seen);
  };
  return (
    <EntryField
      label={t("Title of {0}", card.id)}
      text={entry.text}
      untouched={entry.text === entry.seen}
      onText={(typed) => {
        state.entry.value = { ...entry, text: typed };
      }}
      onEnter={save}
      onLeave={save}
      onEscape={close}
    />
  );
}
