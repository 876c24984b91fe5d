// One done criterion. Alt with arrow keys moves it.
import { t } from "@vscode/l10n";
import { Button } from "../../shared/components/Button.tsx";
import type { CriterionRow } from "../state/criterionRows.ts";
import { useEditor } from "../state/actions.ts";
import { FieldNotice } from "../fields/FieldFrame.tsx";
import { TextControl } from "../fields/TextControl.tsx";
import { ProofLine } from "./ProofLine.tsx";

interface Props {
  row: CriterionRow;
  index: number;
  /** Set during a drag: the dragged row, or the edge where it would be dropped. */
  mark: "above" | "below" | "carried" | undefined;
  /** Called when editing is finished, to move to the next criterion. */
  onDone: () => void;
}

export function CriterionLine({ row, index, mark, onDone }: Props) {
  const { state, actions } = useEditor();
  const { key, item, checked } = row;
  const id = `criterion:${key}` as const;
  const readOnly = state.readOnly.value !== null;
  return (
    <li
      class={checked ? "criterion checked" : "criterion"}
      data-key={key}
      data-mark={mark}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!event.altKey || step === undefined || readOnly) return;
        event.preventDefault();
        void actions.moveCriterion(key, index + step);
      }}
    >
      {!readOnly && (
        <Button
          icon="gripper"
          class="grip"
          label={t("Move the criterion {item} (or press Alt+arrow keys)", { item })}
        />
      )}
      <input
        type="checkbox"
        checked={checked}
        disabled={readOnly}
        aria-label={item}
        onChange={(event) => void actions.checkCriterion(key, event.currentTarget.checked)}
      />
      <TextControl
        id={id}
        text={state.drafts.value[id]?.text ?? item}
        kind="lines"
        class="quiet"
        label={t("Done criterion {position}", { position: index + 1 })}
        onEnter={onDone}
      />
      {!readOnly && (
        <Button
          icon="trash"
          class="line-action"
          label={t("Remove the criterion {item}", { item })}
          onClick={() => {
            onDone();
            void actions.removeCriterion(key);
          }}
        />
      )}
      <ProofLine item={item} />
      <FieldNotice place={id} />
    </li>
  );
}
