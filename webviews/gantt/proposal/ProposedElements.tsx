// The changes of a proposal, each of which can be left out, with their fields, whose values can be edited.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { ProposalRow, ProposalView, ProposedField } from "../../contract/generated/protocol.ts";
import { proposedFieldName, proposedValue } from "../../contract/texts/proposalTexts.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { formatsOf } from "../../shared/history/historySentences.ts";
import type { HistoryContext } from "../../shared/history/historySentences.ts";
import { useProgressiveCount } from "../../shared/progressiveRender.ts";
import { isFieldTaken, isTaken, withToggled, withValue } from "../../shared/proposals/choices.ts";
import type { Draft } from "../../shared/proposals/choices.ts";
import { changedText, elementText, goneText } from "../../shared/proposals/proposalTexts.ts";
import { noLocale } from "../../shared/text/language.ts";
import { useGantt } from "../state/actions.ts";
import { ValueField } from "./ValueField.tsx";
import { editOf, textOf } from "./proposedEdits.ts";

interface DraftProps {
  draft: Draft;
  change: (draft: Draft) => void;
}

export function ProposedElements({ proposal: { elements }, draft, change }: DraftProps & { proposal: ProposalView }) {
  const { state } = useGantt();
  const rendered = useProgressiveCount(elements.length, 40);
  // Values need the locale.
  if (state.locale.value === noLocale) return null;
  return (
    <ul class="proposed" aria-label={t("Proposed changes")}>
      {elements.slice(0, rendered).map((element) => (
        <Element key={element.element} element={element} draft={draft} change={change} />
      ))}
    </ul>
  );
}

function Element({ element, draft, change }: DraftProps & { element: ProposalRow }) {
  const { state, actions } = useGantt();
  const { kind, title, conflict, fields, task } = element;
  const isAccepted = isTaken(element, draft);
  const name = draft.values.get(element.element)?.title ?? title;
  const row = state.view.value.rows.find(({ id }) => id === task && id !== "");
  return (
    <li class={isAccepted ? "proposed-change" : "proposed-change left-out"}>
      <div class="proposed-line">
        <label>
          <input type="checkbox" checked={isAccepted} disabled={conflict || state.readOnly.value !== null} onChange={() => change(withToggled(draft, element))} />
          <span class="move-title" dir="auto">
            {elementText({ kind, task, title: kind === "create" ? name : title })}
          </span>
        </label>
        {row !== undefined && <Button icon="target" label={t("Show in the chart")} onClick={() => actions.reveal(row.key)} />}
      </div>
      {conflict && <Warning text={goneText()} />}
      {kind === "create" && isAccepted && <FieldLine element={element} field={titleOf(element)} draft={draft} change={change} />}
      {kind !== "delete" && fields.map((field) => <FieldLine key={field.field} element={element} field={field} draft={draft} change={change} />)}
    </li>
  );
}

/** The title of a new task, which is none of its changed fields. */
function titleOf({ title }: ProposalRow): ProposedField {
  return { field: "title", was: "", now: "", proposed: title, conflict: false };
}

function Warning({ text }: { text: string }) {
  return (
    <p class="proposed-warning">
      <Icon name="warning" /> {text}
    </p>
  );
}

function FieldLine({ element, field, draft, change }: DraftProps & { element: ProposalRow; field: ProposedField }) {
  const { state, actions } = useGantt();
  const [isEditing, setIsEditing] = useState(false);
  const formats = formatsOf(useContext());
  const { kind } = element;
  const name = proposedFieldName(field.field, formats);
  const edited = draft.values.get(element.element);
  const isEdited = edited !== undefined && Object.hasOwn(edited, field.field);
  const value = isEdited ? textOf(edited, field.field) : (field.whole ?? field.proposed);
  const edit = !element.conflict && !draft.without.has(element.element) && state.readOnly.value === null ? editOf(kind, field.field) : null;
  const label = t("Edit {0} of {1}", name, element.title || element.task);
  const set = (text: string): void => {
    setIsEditing(false);
    const isProposed = text === (field.whole ?? field.proposed);
    const parsed = isProposed ? undefined : edit?.parse(text);
    if (!isProposed && parsed === undefined) actions.warn(t("“{0}” is no value of this field.", text));
    else change(withValue(draft, element, field.field, parsed));
  };
  return (
    <div class={isFieldTaken(element, field, draft) ? "proposed-field" : "proposed-field left-out"}>
      <div class="proposed-line">
        <span class="proposed-value" dir="auto">
          {field.conflict && (
            <input
              type="checkbox"
              aria-label={t("Accept {0}", name)}
              checked={isFieldTaken(element, field, draft)}
              disabled={isEdited || state.readOnly.value !== null}
              onChange={() => change(withToggled(draft, element, field))}
            />
          )}
          <span class="faint">{name}</span>
          {kind !== "create" && (
            <>
              <span class="before">{proposedValue(field.field, field.now, formats)}</span>
              <Icon name="arrow-right" label={t("then")} />
            </>
          )}
          <span class="after">{proposedValue(field.field, isEdited ? value : field.proposed, formats)}</span>
          {isEdited && <span class="faint">{t("edited")}</span>}
        </span>
        {edit !== null && <ValueField edit={edit} label={label} value={value} isOpen={isEditing} open={setIsEditing} set={set} />}
      </div>
      {field.conflict && <Warning text={changedText(field, formats)} />}
    </div>
  );
}

function useContext(): HistoryContext {
  const { state } = useGantt();
  const snapshot = state.snapshot.value;
  return { locale: state.locale.value, today: snapshot?.today ?? "", assignees: snapshot?.project.assignees ?? [] };
}
