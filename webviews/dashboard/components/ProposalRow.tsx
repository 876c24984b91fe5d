// A proposal of an agent: its reason and its changes, each of which can be left out, accepted or rejected in place.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { ProposalChoice, ProposalRow as Element, ProposalView, ProposedField } from "../../contract/generated/protocol.ts";
import { useNow } from "../../shared/clock.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { valueText } from "../../shared/history/historySentences.ts";
import type { HistoryContext } from "../../shared/history/historySentences.ts";
import { noLocale } from "../../shared/text/language.ts";
import { actorName, agoText, fieldName } from "../../shared/text/names.ts";
import { useDashboard } from "../state/actions.ts";
import { ActRow, useCanAct } from "./ActRow.tsx";
import type { Act } from "./ActRow.tsx";
import { More } from "./Card.tsx";

/** The ticks of a proposal that the user has changed. A change is a number, a field in conflict a number and a name. */
type Changed = ReadonlySet<string>;

const keyOf = (element: Element, field?: ProposedField): string => (field === undefined ? String(element.element) : `${element.element}.${field.field}`);

export function ProposalRow({ proposal }: { proposal: ProposalView }) {
  const { state, actions } = useDashboard();
  const now = useNow();
  const [changed, setChanged] = useState<Changed>(new Set<string>());
  const { id, reason, author, at, total, elements } = proposal;
  const toggle = (key: string): void => {
    const next = new Set(changed);
    if (!next.delete(key)) next.add(key);
    setChanged(next);
  };
  const acts: Act[] = [
    {
      key: "accept",
      label: t("Accept"),
      hint: t("Makes the ticked changes"),
      run: () => {
        const only = choicesOf(proposal, changed);
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
  ];
  const parts = [actorName(author), total === 1 ? t("1 change") : t("{0} changes", total), agoText(at, now, state.locale.value)];
  // Values need the locale.
  const shownElements = state.locale.value === noLocale ? [] : elements;
  const task = elements.find((element) => element.task !== "")?.task;
  return (
    <ActRow
      id={id}
      target={{ kind: "gantt", ...(task !== undefined && { id: task }) }}
      icon={<Icon name="lightbulb" />}
      title={reason === "" ? t("Change of the plan") : reason}
      more={parts.filter((part) => part !== "").join(" · ")}
      acts={acts}
      below={
        <ul class="criteria" aria-label={t("Proposed changes")}>
          {shownElements.map((element) => (
            <ChangeRow key={element.element} element={element} changed={changed} toggle={toggle} />
          ))}
          {total > elements.length && <More count={total - elements.length} />}
        </ul>
      }
    />
  );
}

interface ChangeProps {
  element: Element;
  changed: Changed;
  toggle: (key: string) => void;
}

function ChangeRow({ element, changed, toggle }: ChangeProps) {
  const canAct = useCanAct();
  const context = useContext();
  const { conflict, fields } = element;
  const isAccepted = !conflict && !changed.has(keyOf(element));
  const plain = fields.filter((field) => !field.conflict).map((field) => fieldText(element, field, context));
  return (
    <li>
      <label class="check">
        <input type="checkbox" checked={isAccepted} disabled={!canAct || conflict} onChange={() => toggle(keyOf(element))} />
        <span dir="auto">
          {[elementText(element), ...plain].filter((part) => part !== "").join(" · ")}
          {conflict && <Warning text={t("The task has been deleted, or its ID is taken")} />}
        </span>
      </label>
      {!conflict &&
        fields
          .filter((field) => field.conflict)
          .map((field) => (
            <label key={field.field} class="check changed-since">
              <input
                type="checkbox"
                checked={isAccepted && changed.has(keyOf(element, field))}
                disabled={!canAct || !isAccepted}
                onChange={() => toggle(keyOf(element, field))}
              />
              <span dir="auto">
                {fieldText(element, field, context)}
                <Warning text={t("Changed since: it was {0}", shown(field.field, field.was, context))} />
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

/** Names the task of a change, and what happens to it as a whole. */
function elementText({ kind, task, title }: Element): string {
  switch (kind) {
    case "create":
      return t("New task “{0}”", title);
    case "delete":
      return t("Delete “{0}”", title || task);
    case "configure":
      return t("Settings");
    case "change":
    case "move":
      return title || task;
  }
}

function fieldText({ kind }: Element, field: ProposedField, context: HistoryContext): string {
  if (kind === "delete") return "";
  const { field: name, now, proposed } = field;
  const label = name === "subtasks" ? t("subtasks") : fieldName(name);
  if (kind === "create") return t("{0}: {1}", label, shown(name, proposed, context));
  return t("{0}: {1} → {2}", label, shown(name, now, context), shown(name, proposed, context));
}

/** Returns a value of a field; hours come as text. */
function shown(name: string, value: string, context: HistoryContext): string {
  if (value === "") return t("none");
  const isHours = name.endsWith("Hours") && !Number.isNaN(Number(value));
  return valueText(name, isHours ? Number(value) : value, context);
}

/** Returns what is accepted; undefined for all that has no conflict. Changes that are not shown are accepted. */
function choicesOf({ elements, total }: ProposalView, changed: Changed): ProposalChoice[] | undefined {
  if (changed.size === 0) return undefined;
  const rest = Array.from({ length: total - elements.length }, (_, index) => ({ element: elements.length + index + 1 }));
  const accepted = elements.filter((element) => !element.conflict && !changed.has(keyOf(element)));
  const choices = accepted.map((element): ProposalChoice => {
    const named = element.fields.filter((field) => field.conflict && changed.has(keyOf(element, field)));
    if (named.length === 0) return { element: element.element };
    const plain = element.fields.filter((field) => !field.conflict);
    return { element: element.element, fields: [...plain, ...named].map(({ field }) => field) };
  });
  return [...choices, ...rest];
}
