// One card. Rendered again only when its props change.
import { t } from "@vscode/l10n";
import { useId } from "preact/hooks";
import type { ActorKind, Card } from "../../contract/generated/protocol.ts";
import type { TimerMark } from "../../contract/common.ts";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { ConflictNotice } from "../../shared/components/ConflictNotice.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { EstimateForm } from "../../shared/components/EstimateForm.tsx";
import { EndedMark, HolderMark } from "../../shared/components/HolderMark.tsx";
import { Icon, PriorityIcon, ProgressCount } from "../../shared/components/Icons.tsx";
import type { Conflict } from "../../shared/conflicts.ts";
import { Highlighted } from "../../shared/filter/Highlighted.tsx";
import { shortDay } from "../../shared/text/dates.ts";
import { labeledValue, priorityName } from "../../shared/text/names.ts";
import { LabelChip } from "../../shared/labels/LabelChip.tsx";
import { memo } from "../../shared/memo.ts";
import { dayOf } from "../../shared/time/days.ts";
import { TimerFact } from "../../shared/time/TimerMark.tsx";
import { blockedText, cardLabel, criteriaText, dueText, subtasksText } from "./cardLabel.ts";
import { useBoard } from "../actions/actions.ts";
import type { CardField } from "../state/cardFields.ts";
import type { ChipField } from "../state/chipFilter.ts";
import type { Entry } from "../state/persistedState.ts";
import type { Notice } from "../state/state.ts";

type TitleEntry = Entry & { kind: "title" };

export interface CardProps {
  card: Card;
  /** What agents propose for it, or empty. */
  proposed: string;
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
  /** The fields that are shown. */
  fields: readonly CardField[];
  /** The text of the filter, whose words are marked. */
  sought: string;
  today: string;
  locale: string;
}

export const CardView = memo((props: CardProps) => {
  const { card, proposed, timer, assigneeName, isSelected, isDragged, editing, notice, conflict, sought, locale } = props;
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
        aria-label={cardLabel(card, { assignee: assigneeName, isSelected, isTimed: timer !== undefined, proposed }, locale)}
        aria-describedby="card-help"
      >
        {editing === null ? (
          <p class="card-title">
            {card.troubled && <Icon name="warning" label={t("Its file has a problem")} class="card-trouble" />}
            <Highlighted text={card.title} sought={sought} />
          </p>
        ) : (
          <TitleField card={card} entry={editing} />
        )}
        <button type="button" class="card-more codicon codicon-ellipsis" tabindex={-1} aria-label={t("More actions")} />
        <CardFacts {...props} />
        {conflict !== null && conflict.mine !== card.title && <TitleConflict card={card} conflict={conflict} />}
        {notice !== null && <CardNotice card={card} notice={notice} />}
      </div>
    </li>
  );
});

type FactProps = Pick<CardProps, "card" | "proposed" | "timer" | "assigneeName" | "assigneeColor" | "assigneeKind" | "labelColors" | "fields" | "sought" | "today" | "locale">;

export function CardFacts({ card, proposed, timer, assigneeName, assigneeColor, assigneeKind, labelColors, fields, sought, today, locale }: FactProps) {
  const colors = labelColors.split(",");
  const { id, parentTitle, labels, milestone, dueDate, overdue, criteria, subtasks, blockedBy, holder, ended, foundInNotes, priority, assignee } = card;
  const shows = (field: CardField): boolean => fields.includes(field);
  return (
    <div class="card-facts">
      {shows("id") && (
        <span class="card-id clipped">
          <Highlighted text={id} sought={sought} />
        </span>
      )}
      {shows("parent") && parentTitle !== undefined && (
        <span class="card-parent clipped" title={labeledValue("parent", parentTitle)}>
          {parentTitle}
        </span>
      )}
      {timer !== undefined && <TimerFact timer={timer} />}
      {holder !== undefined && <HolderMark holder={holder} locale={locale} />}
      {ended !== undefined && <EndedMark holder={ended} locale={locale} />}
      {shows("labels") &&
        labels.map((label, at) => (
          <span key={label} class="fact" {...chip("labels", label, labeledValue("labels", label))}>
            <LabelChip color={colors[at] ?? ""}>
              <Highlighted text={label} sought={sought} />
            </LabelChip>
          </span>
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
        </span>
      )}
      {proposed !== "" && (
        <span class="fact proposed" title={t("{0}. Click to show it.", proposed)}>
          <Icon name="lightbulb" />
        </span>
      )}
      {shows("dueDate") && dueDate !== undefined && (
        <span class={overdue ? "fact overdue" : "fact"} {...(overdue ? chip("overdue", "", dueText(card, locale)) : { title: dueText(card, locale) })}>
          {overdue && <Icon name="clock" />}
          {cardDay(dueDate, today, locale)}
        </span>
      )}
      {shows("milestone") && milestone !== undefined && (
        <span class="fact" {...chip("milestones", milestone, labeledValue("milestone", milestone))}>
          <Icon name="milestone" />
          <span class="clipped">{milestone}</span>
        </span>
      )}
      {shows("criteria") && <ProgressCount icon="checklist" progress={criteria} label={criteriaText(card)} />}
      {shows("subtasks") && <ProgressCount icon="list-tree" progress={subtasks} label={subtasksText(card)} />}
      <span class="card-end">
        {shows("priority") && priority !== undefined && (
          <span class="fact" {...chip("priorities", priority, labeledValue("priority", priorityName(priority)))}>
            <PriorityIcon priority={priority} />
          </span>
        )}
        {shows("assignee") && assignee !== undefined && (
          <span class="fact" {...chip("assignees", assignee, labeledValue("assignee", assigneeName ?? assignee))}>
            <Avatar id={assignee} name={assigneeName ?? assignee} color={assigneeColor} kind={assigneeKind} />
          </span>
        )}
      </span>
    </div>
  );
}

/** Days that are so near that their year goes without saying. */
const NEAR_DAYS = 180;

function cardDay(dueDate: string, today: string, locale: string): string {
  const isNear = Math.abs((dayOf(dueDate) ?? Infinity) - (dayOf(today) ?? 0)) <= NEAR_DAYS;
  return shortDay(dueDate, isNear ? dueDate : today, locale);
}

/** Marks a fact whose click filters the board by it. */
function chip(field: ChipField, value: string, name: string) {
  return { "data-chip": field, "data-value": value, title: t("{0}. Click to filter.", name) };
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
