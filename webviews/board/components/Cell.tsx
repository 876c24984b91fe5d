// The cards of one column in one lane, and the button to add a card.
import { t } from "@vscode/l10n";
import { useId, useRef } from "preact/hooks";
import type { Card, Status } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { EstimateForm } from "../../shared/components/EstimateForm.tsx";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { countText } from "../../shared/text/numbers.ts";
import { cardProposalText } from "../../shared/proposals/proposalTexts.ts";
import { statusName } from "../../shared/text/names.ts";
import { useBoard } from "../actions/actions.ts";
import { beginAdding } from "../actions/entry.ts";
import { laneTitle } from "../state/laneTitle.ts";
import { ClosedMark } from "./ClosedMark.tsx";
import { CardView } from "./CardView.tsx";
import { GhostCards } from "./GhostCards.tsx";

export interface CellProps {
  status: Status;
  lane: string;
  cards: readonly Card[];
  isFolded: boolean;
}

export function Cell({ status, lane, cards, isFolded }: CellProps) {
  const { state } = useBoard();
  const byLane = state.laneKind.value !== "none";
  const name = byLane ? t("{0}, {1}", statusName(status), laneTitle(state, lane)) : statusName(status);
  const total = state.board.value.columns.find((column) => column.status === status)?.total ?? 0;
  const marks = { "data-status": status, "data-lane": lane };
  if (isFolded) {
    return (
      <div class="cell folded" title={name} {...marks}>
        <StatusIcon status={status} />
        {!byLane && <span class="folded-name clipped">{name}</span>}
        <span class="count">{countText(byLane ? cards.length : total, state.locale.value)}</span>
        <ClosedMark status={status} />
      </div>
    );
  }
  return (
    <div class="cell" {...marks}>
      <div class="cards" {...(!byLane && { "data-scroll": status })}>
        <GhostCards status={status} lane={lane} name={name} />
        <CardList cards={cards} lane={lane} name={name} />
        {!byLane && <ShowAllButton status={status} />}
      </div>
      {state.readOnly.value === null && <AddCard status={status} lane={lane} name={name} />}
      <ClosedMark status={status} />
    </div>
  );
}

function CardList({ cards, lane, name }: { cards: readonly Card[]; lane: string; name: string }) {
  const { state } = useBoard();
  const { today, project } = state.snapshot.value ?? { today: "", project: undefined };
  const people = new Map(project?.assignees.map((person) => [person.key, person]));
  const colors = new Map(project?.labelColors?.map(({ label, color }) => [label, color]));
  const entry = state.entry.value;
  const notice = state.notice.value;
  const conflicts = state.conflicts.value;
  const timers = state.timers.value;
  const fields = state.cardFields.value;
  const draggedKeys = state.draggedKeys.value;
  const { keys } = state.currentSelection.value;
  if (cards.length === 0) return null;
  const rendered = cards.slice(0, state.renderedCount.value);
  return (
    <ul aria-label={name}>
      {rendered.map((card) => (
        <CardView
          key={card.key}
          card={card}
          proposed={card.proposed === undefined ? "" : cardProposalText(card.proposed, { locale: state.locale.value, today, assignees: project?.assignees ?? [] })}
          timer={timers.get(card.id)}
          assigneeName={people.get(card.assignee ?? "")?.name}
          assigneeColor={people.get(card.assignee ?? "")?.color ?? ""}
          assigneeKind={people.get(card.assignee ?? "")?.kind}
          labelColors={card.labels.map((label) => colors.get(label) ?? "").join()}
          isSelected={keys.has(card.key)}
          isDragged={draggedKeys.includes(card.key)}
          editing={entry?.kind === "title" && entry.key === card.key && entry.lane === lane ? entry : null}
          notice={notice?.key === card.key ? notice : null}
          conflict={conflicts.find(({ key }) => key === card.key) ?? null}
          fields={fields}
          sought={state.sought.value}
          today={today}
          locale={state.locale.value}
        />
      ))}
    </ul>
  );
}

/** A button that shows all cards of a long column. */
export function ShowAllButton({ status }: { status: Status }) {
  const { state, actions } = useBoard();
  const column = state.board.value.columns.find((other) => other.status === status);
  const { unlimited } = state.query.value;
  const all = unlimited.includes(status);
  if (column === undefined || (column.cards.length >= column.total && !all)) return null;
  const rest = unlimited.filter((other) => other !== status);
  return (
    <div class="rest">
      <Button kind="link" onClick={() => void actions.setQuery({ unlimited: all ? rest : [...rest, status] })}>
        {all ? t("Show fewer") : t("Show all {0}", countText(column.total, state.locale.value))}
      </Button>
    </div>
  );
}

function AddCard({ status, lane, name }: { status: Status; lane: string; name: string }) {
  const { state, actions } = useBoard();
  const entry = state.entry.value;
  const stop = `add:${status}:${lane}`;
  const field = useRef<HTMLDivElement>(null);
  const reason = `refusal-${useId()}`;
  if (entry?.kind !== "add" || entry.status !== status || entry.lane !== lane) {
    return (
      <button
        type="button"
        class="add"
        tabindex={-1}
        data-stop={stop}
        aria-label={t("Add task to {0}", name)}
        onClick={() => beginAdding(state, actions, status, lane)}
      >
        <Icon name="add" />
        {t("Add task")}
      </button>
    );
  }
  const write = (text: string): void => {
    state.entry.value = { ...entry, text };
  };
  const add = async (text: string, estimateHours?: number): Promise<void> => {
    const title = text.trim();
    if (title === "") return;
    state.entryProblem.value = null;
    write("");
    const problem = await actions.add(status, lane, title, estimateHours);
    if (problem === null) return;
    // Restore the title first: an empty field closes when it loses the focus.
    if (state.entry.peek()?.text === "") write(title);
    state.entryProblem.value = problem;
  };
  const toTitle = (): void => field.current?.querySelector("textarea")?.focus();
  const problem = state.entryProblem.value;
  return (
    <div class="adding" ref={field}>
      <EntryField
        label={t("Title of the new task in {0}", name)}
        placeholder={t("Title of the new task")}
        stop={stop}
        text={entry.text}
        onText={write}
        onEnter={(text) => void add(text)}
        onEscape={() => {
          state.entry.value = null;
        }}
        onLeave={(text) => {
          if (text.trim() === "" && document.hasFocus()) state.entry.value = null;
        }}
      />
      <p class={problem === null ? "hint" : "hint problem"} id={reason}>
        {problem?.text ?? t("Enter to add, Escape to cancel")}
      </p>
      {problem?.needsEstimate === true && (
        <EstimateForm
          title={entry.text}
          reason={reason}
          insistent
          onSubmit={(hours) => {
            toTitle();
            void add(entry.text, hours);
          }}
          onCancel={() => {
            toTitle();
            state.entryProblem.value = null;
          }}
        />
      )}
    </div>
  );
}
