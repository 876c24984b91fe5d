// A column's name, its number of cards, and a warning if it exceeds the WIP limit.
import { t } from "@vscode/l10n";
import type { BoardColumn } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { statusName, wipText } from "../../shared/text/names.ts";
import { useBoard } from "../actions/context.ts";

export function ColumnHeader({ column, folded }: { column: BoardColumn; folded: boolean }) {
  const { state } = useBoard();
  const { status } = column;
  const name = statusName(status);
  const fold = (): void => {
    const others = state.foldedColumns.peek().filter((other) => other !== status);
    state.foldedColumns.value = folded ? others : [...others, status];
  };
  if (folded) {
    return (
      <div class="column-header folded">
        <Button icon="chevron-right" label={t("Expand column {0}", name)} class="fold" onClick={fold} />
      </div>
    );
  }
  return (
    <div class="column-header">
      <Button icon="chevron-down" label={t("Collapse column {0}", name)} class="fold" onClick={fold} />
      <StatusIcon status={status} />
      <h2 class="clipped" title={name}>
        {name}
      </h2>
      <Count column={column} />
    </div>
  );
}

/** The number of cards; with a WIP limit, usage and limit, and a warning icon if exceeded. */
function Count({ column: { total, limit, wip } }: { column: BoardColumn }) {
  if (limit === null) return <span class="count">{total}</span>;
  const over = wip > limit;
  const words = wipText(wip, limit);
  return (
    <span class={over ? "count over" : "count"} title={words}>
      {over && <Icon name="warning" />}
      <span aria-hidden="true">
        {wip}/{limit}
      </span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
