// A proposal of an agent: its reason and its changes, each of which can be left out, accepted or rejected in place.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { ProposalRow as Element, ProposalView } from "../../contract/generated/protocol.ts";
import { proposedFieldText } from "../../contract/texts/proposalTexts.ts";
import { useNow } from "../../shared/clock.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { formatsOf } from "../../shared/history/historySentences.ts";
import type { HistoryContext } from "../../shared/history/historySentences.ts";
import { choicesOf, isFieldTaken, isTaken, noDraft, withToggled } from "../../shared/proposals/choices.ts";
import type { Draft } from "../../shared/proposals/choices.ts";
import { changedText, elementText, goneText, reasonText } from "../../shared/proposals/proposalTexts.ts";
import { noLocale } from "../../shared/text/language.ts";
import { actorName, agoText } from "../../shared/text/names.ts";
import { useDashboard } from "../state/actions.ts";
import { ActRow, useCanAct } from "./ActRow.tsx";
import type { Act } from "./ActRow.tsx";
import { More } from "./Card.tsx";

export function ProposalRow({ proposal }: { proposal: ProposalView }) {
  const { state, actions } = useDashboard();
  const now = useNow();
  const [draft, setDraft] = useState(noDraft);
  const { id, author, at, total, elements } = proposal;
  const target = { kind: "gantt", proposal: id } as const;
  const acts: Act[] = [
    {
      key: "accept",
      label: t("Accept"),
      hint: t("Makes the ticked changes"),
      run: () => {
        const only = choicesOf(proposal, draft);
        void actions.change({ kind: "acceptProposal", id, ...(only !== undefined && { only }) });
      },
    },
    {
      key: "reject",
      label: t("Reject…"),
      hint: t("Changes nothing. The agent gets your answer"),
      text: { label: t("Why not?"), send: t("Reject") },
      run: (answer) => void actions.change({ kind: "rejectProposal", id, answer }),
    },
    {
      key: "edit",
      label: t("Edit…"),
      hint: t("Shows it in the chart, where you can give other values before you accept it"),
      run: () => actions.open(target),
    },
  ];
  const parts = [actorName(author), total === 1 ? t("1 change") : t("{0} changes", total), agoText(at, now, state.locale.value)];
  // Values need the locale.
  const shownElements = state.locale.value === noLocale ? [] : elements;
  return (
    <ActRow
      id={id}
      target={target}
      icon={<Icon name="lightbulb" />}
      title={reasonText(proposal)}
      more={parts.filter((part) => part !== "").join(" · ")}
      acts={acts}
      below={
        <ul class="criteria" aria-label={t("Proposed changes")}>
          {shownElements.map((element) => (
            <ChangeRow key={element.element} element={element} draft={draft} change={setDraft} />
          ))}
          {total > elements.length && <More count={total - elements.length} />}
        </ul>
      }
    />
  );
}

interface ChangeProps {
  element: Element;
  draft: Draft;
  change: (draft: Draft) => void;
}

function ChangeRow({ element, draft, change }: ChangeProps) {
  const canAct = useCanAct();
  const formats = formatsOf(useContext());
  const { kind, conflict, fields } = element;
  const isAccepted = isTaken(element, draft);
  const plain = fields.filter((field) => !field.conflict).map((field) => proposedFieldText(kind, field, formats));
  return (
    <li>
      <label class="check">
        <input type="checkbox" checked={isAccepted} disabled={!canAct || conflict} onChange={() => change(withToggled(draft, element))} />
        <span dir="auto">
          {[elementText(element), ...plain].filter((part) => part !== "").join(" · ")}
          {conflict && <Warning text={goneText()} />}
        </span>
      </label>
      {!conflict &&
        fields
          .filter((field) => field.conflict)
          .map((field) => (
            <label key={field.field} class="check changed-since">
              <input
                type="checkbox"
                checked={isFieldTaken(element, field, draft)}
                disabled={!canAct}
                onChange={() => change(withToggled(draft, element, field))}
              />
              <span dir="auto">
                {proposedFieldText(kind, field, formats)}
                <Warning text={changedText(field, formats)} />
              </span>
            </label>
          ))}
    </li>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <span class="changed-note">
      {" "}
      <Icon name="warning" /> {text}
    </span>
  );
}

function useContext(): HistoryContext {
  const { state } = useDashboard();
  const snapshot = state.snapshot.value;
  return { locale: state.locale.value, today: snapshot?.today ?? "", assignees: snapshot?.project.assignees ?? [] };
}
