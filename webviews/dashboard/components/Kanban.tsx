// The board in small: each column with its first cards.
import { t } from "@vscode/l10n";
import type { BoardColumn, Card as TaskCard } from "../../contract/generated/protocol.ts";
import { HolderIcon } from "../../shared/components/HolderMark.tsx";
import { StatusIcon } from "../../shared/components/Icons.tsx";
import { statusName } from "../../shared/text/names.ts";
import { useDashboard } from "../state/context.ts";
import { AssigneeMark, Card, More } from "./Card.tsx";

export function Kanban({ columns }: { columns: readonly BoardColumn[] }) {
  return (
    <Card title={t("Board")} class="kanban-card" link={{ label: t("Open Board"), target: { kind: "board", statuses: [], byDue: false } }}>
      <div class="kanban">
        {columns
          .filter(({ status }) => status !== "skipped")
          .map((column) => (
            <Column key={column.status} column={column} />
          ))}
      </div>
    </Card>
  );
}

function Column({ column: { status, total, limit, wip, cards } }: { column: BoardColumn }) {
  const { actions } = useDashboard();
  const target = { kind: "board", statuses: [status], byDue: false } as const;
  const isOver = limit !== null && wip > limit;
  return (
    <section class="kanban-column" aria-label={`${statusName(status)}: ${total}`}>
      <button type="button" class="row kanban-head" onClick={() => actions.open(target)}>
        <StatusIcon status={status} />
        <span class="row-text clipped">{statusName(status)}</span>
        <span class={isOver ? "late" : ""} title={limit === null ? undefined : t("WIP limit: {0}", limit)}>
          {limit === null ? total : t("{0} of {1}", total, limit)}
        </span>
      </button>
      <ul>
        {cards.map((card) => (
          <SmallCard key={card.key} card={card} />
        ))}
      </ul>
      <More count={total - cards.length} target={target} />
    </section>
  );
}

function SmallCard({ card }: { card: TaskCard }) {
  const { state, actions } = useDashboard();
  return (
    <li>
      <button type="button" class="row small-card" title={card.title} onClick={() => actions.open({ kind: "task", id: card.key })}>
        <span class="small-title" dir="auto">
          {card.title || card.id}
        </span>
        {card.holder !== undefined && <HolderIcon holder={card.holder} locale={state.locale.value} />}
        <AssigneeMark card={card} />
      </button>
    </li>
  );
}
