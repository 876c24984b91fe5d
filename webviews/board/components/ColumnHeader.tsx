// A column's name, its number of cards, and a warning if it exceeds the WIP limit.
import { t } from "@vscode/l10n";
import { useRef, useState } from "preact/hooks";
import type { BoardColumn } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { countText } from "../../shared/text/numbers.ts";
import { statusName, wipText } from "../../shared/text/names.ts";
import { useBoard } from "../actions/actions.ts";
import { ColumnMenu, LimitField } from "./ColumnMenu.tsx";

export function ColumnHeader({ column, folded }: { column: BoardColumn; folded: boolean }) {
  const { state } = useBoard();
  const [editsLimit, setEditsLimit] = useState(false);
  const header = useRef<HTMLDivElement>(null);
  const { status } = column;
  const name = statusName(status);
  const fold = (): void => {
    state.folds.value = { ...state.folds.peek(), [status]: !folded };
  };
  const closeLimit = (): void => {
    setEditsLimit(false);
    header.current?.querySelector<HTMLElement>(".column-menu")?.focus();
  };
  if (folded) {
    return (
      <div class="column-header folded" data-column={status}>
        <Button icon="chevron-right" label={t("Expand column {0}", name)} class="fold" onClick={fold} />
      </div>
    );
  }
  return (
    <div class="column-header" data-column={status} ref={header}>
      <Button icon="chevron-down" label={t("Collapse column {0}", name)} class="fold" onClick={fold} />
      <StatusIcon status={status} />
      <h2 class="clipped" title={name}>
        {name}
      </h2>
      {editsLimit ? <LimitField column={column} close={closeLimit} /> : <Count column={column} />}
      <ColumnMenu column={column} fold={fold} editLimit={() => setEditsLimit(true)} />
    </div>
  );
}

/**
 * The number of cards; with a WIP limit, usage and limit, and a warning icon if exceeded. The limit is about
 * tasks without subtasks, whatever the filter hides: the number of cards is beside it if it differs.
 */
function Count({ column: { total, limit, wip } }: { column: BoardColumn }) {
  const { state } = useBoard();
  if (limit === null) return <span class="count">{countText(total, state.locale.value)}</span>;
  const over = wip > limit;
  const differs = total !== wip;
  const words = [wipText(wip, limit), ...(differs ? [t("shown here: {0}", countText(total, state.locale.value))] : [])].join(", ");
  return (
    <span class={over ? "count over" : "count"} title={words}>
      {over && <Icon name="warning" />}
      <span aria-hidden="true">
        {differs && `${countText(total, state.locale.value)} · `}
        {wip}/{limit}
      </span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
