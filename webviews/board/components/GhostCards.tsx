// The tasks that proposals would create, in the column and lane that they would have. They cannot be moved; each leads to its proposal.
import { t } from "@vscode/l10n";
import type { Card, Status } from "../../contract/generated/protocol.ts";
import { cardProposalText } from "../../shared/proposals/proposalTexts.ts";
import { useBoard } from "../actions/actions.ts";
import { lanesFor } from "../state/lanes.ts";
import { CardFacts } from "./CardView.tsx";

export function GhostCards({ status, lane, name }: { status: Status; lane: string; name: string }) {
  const { state } = useBoard();
  const kind = state.laneKind.value;
  const ghosts = state.board.value.columns.find((column) => column.status === status)?.ghosts ?? [];
  const shown = ghosts.filter((card) => lanesFor(card, kind).includes(lane));
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t("Proposed tasks in {0}", name)}>
      {shown.map((card) => (
        <GhostCard key={card.key} card={card} />
      ))}
    </ul>
  );
}

function GhostCard({ card }: { card: Card }) {
  const { state, actions } = useBoard();
  const { today = "", project } = state.snapshot.value ?? {};
  const { key, title, assignee, labels, proposed = [] } = card;
  const locale = state.locale.value;
  const people = project?.assignees ?? [];
  const person = people.find((other) => other.key === assignee);
  const colors = new Map(project?.labelColors?.map(({ label, color }) => [label, color]));
  const text = cardProposalText(proposed, { locale, today, assignees: people });
  return (
    <li class="slot">
      <button
        type="button"
        class="card ghost"
        tabindex={-1}
        data-stop={`ghost:${key}`}
        title={text}
        onClick={() => actions.openProposal(proposed[0]?.id ?? "")}
      >
        <p class="card-title" dir="auto">
          <span class="visually-hidden">{t("Proposed task")} </span>
          {title}
        </p>
        <CardFacts
          card={card}
          proposed={text}
          timer={undefined}
          assigneeName={person?.name}
          assigneeColor={person?.color ?? ""}
          assigneeKind={person?.kind}
          labelColors={labels.map((label) => colors.get(label) ?? "").join()}
          fields={state.cardFields.value.filter((field) => field !== "id")}
          sought=""
          today={today}
          locale={locale}
        />
      </button>
    </li>
  );
}
