// The board in small: each column with its first cards.
import { t } from "@vscode/l10n";
import type { BoardColumn, Card as TaskCard } from "../../contract/generated/protocol.ts";
import { HolderIcon } from "../../shared/components/HolderMark.tsx";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { statusName, wipText } from "../../shared/text/names.ts";
import { countText } from "../../shared/text/numbers.ts";
import { useDashboard } from "../state/actions.ts";
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
  return (
    <section class={`kanban-column ${status}`} aria-label={`${statusName(status)}: ${total}`}>
      <button type="button" class="row kanban-head" onClick={() => actions.open(target)}>
        <StatusIcon status={status} />
        <span class="row-text clipped">{statusName(status)}</span>
        <Count total={total} wip={wip} limit={limit} />
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

/** The number of cards; with a limit, the number of tasks that it counts. */
function Count({ total, wip, limit }: Pick<BoardColumn, "total" | "wip" | "limit">) {
  const { state } = useDashboard();
  if (limit === null) return <span>{countText(total, state.locale.value)}</span>;
  const words = wipText(wip, limit);
  return (
    <span class={wip > limit ? "column-count late" : "column-count"} title={words}>
      {wip > limit && <Icon name="warning" />}
      <span aria-hidden="true">{t("{0} (max. {1})", wip, limit)}</span>
      <span class="visually-hidden">{words}</span>
    </span>
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
