// The done criteria: check, add, edit in place, reorder by drag or Alt with arrow keys, remove.
import { t } from "@vscode/l10n";
import { useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { fieldLabel } from "../../shared/text/names.ts";
import { useEditor } from "../state/actions.ts";
import type { DraftId } from "../state/state.ts";
import { rowKey } from "../state/state.ts";
import { CriterionLine } from "./CriterionLine.tsx";
import { FieldNotice } from "../fields/FieldFrame.tsx";
import { NewLine } from "./NewLine.tsx";
import { Section } from "./Section.tsx";
import { useReorder } from "./reorder.ts";

export function CriteriaSection() {
  const { state, actions } = useEditor();
  const list = useRef<HTMLUListElement>(null);
  const entry = useRef<HTMLInputElement>(null);
  const rows = state.rows.value;
  const done = rows.filter(({ checked }) => checked).length;
  const readOnly = state.readOnly.value !== null;
  const lost = (Object.keys(state.drafts.value) as DraftId[]).filter(
    (id) => id.startsWith("criterion:") && !rows.some(({ key }) => key === rowKey(id)),
  );
  const isEmpty = rows.length === 0 && readOnly;
  const drag = useReorder(list, rows, !readOnly, (key, to) => void actions.moveCriterion(key, to));
  const from = rows.findIndex(({ key }) => key === drag?.key);

  /** Returns where the drop mark is shown: above or below the row that is there now. */
  const markOf = (index: number): "above" | "below" | "carried" | undefined => {
    if (drag === null) return undefined;
    if (index === from) return "carried";
    return index === drag.target ? (index < from ? "above" : "below") : undefined;
  };

  const focusText = (index: number): void => {
    (list.current?.querySelectorAll("textarea")[index] ?? entry.current)?.focus();
  };

  const count = t("{done} of {total} done", { done, total: rows.length });
  return (
    <Section
      name="criteria"
      title={fieldLabel("criteria")}
      beside={
        rows.length > 0 && (
          <>
            <progress value={done} max={rows.length} aria-label={count} />
            <span class="muted" aria-hidden="true">
              {done}/{rows.length}
            </span>
          </>
        )
      }
    >
      {isEmpty && <p class="muted">{t("None")}</p>}
      <ul class="criteria" ref={list} aria-label={fieldLabel("criteria")}>
        {rows.map((row, index) => (
          <CriterionLine
            key={row.key}
            row={row}
            index={index}
            mark={markOf(index)}
            onDone={() => focusText(index + 1)}
          />
        ))}
      </ul>
      {lost.map((id) => (
        <div class="notice notice-warning" key={id}>
          <Icon name="warning" />
          <div>
            <p>
              {t("The criterion that you were editing is no longer in the file. Your text: “{text}”", {
                text: state.drafts.value[id]?.text ?? "",
              })}
            </p>
            <div class="notice-choices">
              <Button kind="secondary" onClick={() => void actions.addAgain(id)}>
                {t("Add it again")}
              </Button>
              <Button kind="secondary" onClick={() => actions.takeTheirs(id)}>
                {t("Discard my text")}
              </Button>
            </div>
          </div>
        </div>
      ))}
      {!readOnly && (
        <NewLine
          entry="criterion"
          place="criteria"
          label={t("New done criterion")}
          placeholder={t("Add a criterion, then Enter")}
          onEnter={() => void actions.addCriterion()}
          fieldRef={entry}
        />
      )}
      <FieldNotice place="criteria" />
    </Section>
  );
}
