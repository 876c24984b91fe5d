// The menu of a column, and the field for its WIP limit.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { BoardColumn } from "../../contract/generated/protocol.ts";
import { sorts } from "../../contract/generated/values.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { emptySelection } from "../../shared/selection.ts";
import { sortName, statusName } from "../../shared/text/names.ts";
import { useBoard } from "../actions/actions.ts";

export function ColumnMenu({ column, fold, editLimit }: { column: BoardColumn; fold: () => void; editLimit: () => void }) {
  const { state, actions } = useBoard();
  const { status, total } = column;
  const hide = (): void => {
    state.selection.value = emptySelection;
    state.hiddenColumns.value = [...state.hiddenColumns.peek(), status];
  };
  const { sort } = state.query.value;
  const items: MenuItem[] = [
    ...(total > 0 ? [{ key: "select", label: t("Select all cards"), choose: () => void actions.selectColumn(status) }] : []),
    ...(state.readOnly.value === null ? [{ key: "limit", label: t("Set WIP limit…"), choose: editLimit }] : []),
    { key: "fold", label: t("Collapse column"), choose: fold },
    ...(state.columns.value.length > 1 ? [{ key: "hide", label: t("Hide column"), choose: hide }] : []),
    ...sorts.map((other, at) => ({
      key: other,
      label: sortName(other),
      checked: other === sort,
      ...(at === 0 && { heading: t("Order in all columns") }),
      choose: () => void actions.setQuery({ sort: other }),
    })),
  ];
  return <Menu label={t("Menu of column {0}", statusName(status))} class="column-menu" picture={<Icon name="ellipsis" />} items={items} />;
}

/** Enter and leaving the field save, Escape cancels. An empty field removes the limit. */
export function LimitField({ column: { status, limit }, close }: { column: BoardColumn; close: () => void }) {
  const { actions } = useBoard();
  const field = useRef<HTMLInputElement>(null);
  const isClosed = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (): void => {
    isClosed.current = true;
    close();
  };
  const save = (): void => {
    const typed = field.current;
    if (isClosed.current || typed === null) return;
    const next = typed.value === "" ? null : typed.valueAsNumber;
    end();
    if (next !== limit) void actions.setLimit(status, next);
  };
  return (
    <input
      ref={field}
      class="field wip-field"
      type="number"
      min="1"
      step="1"
      aria-label={t("WIP limit of {0}", statusName(status))}
      title={t("Empty for no limit")}
      defaultValue={limit === null ? "" : String(limit)}
      onBlur={({ currentTarget }) => (currentTarget.checkValidity() ? save() : end())}
      onKeyDown={(event) => {
        if (event.key === "Escape") end();
        else if (event.key !== "Enter" || event.isComposing) return;
        else if (event.currentTarget.reportValidity()) save();
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
