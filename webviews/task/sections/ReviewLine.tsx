// What a person decides about a task in review: it is done, or it goes back to work with a comment.
import { t } from "@vscode/l10n";
import { useRef, useState } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { StatusIcon } from "../../shared/components/Icons.tsx";
import { useEditor } from "../state/actions.ts";

export function ReviewLine() {
  const { state, actions } = useEditor();
  const [isOpen, open] = useState(state.entries.peek().sendBack !== "");
  const line = useRef<HTMLDivElement>(null);
  const task = state.task.value;
  if (task?.card.status !== "review" || state.readOnly.value !== null) return null;
  const { key, criteria } = task.card;
  const ids = [key];
  const left = criteria.total - criteria.done;
  const proved = new Set(task.criterionDetails?.flatMap(({ item, proof }) => (proof === undefined ? [] : [item])));
  const unproved = task.criteria.filter(({ item }) => !proved.has(item)).length;
  const facts = [
    criteria.total === 0 ? t("no criteria") : t("{0} of {1} criteria met", criteria.done, criteria.total),
    criteria.total > 0 && unproved > 0 ? t("{0} without a proof", unproved) : "",
  ];
  const text = state.entries.value.sendBack;
  const leave = (): void => {
    actions.enter("sendBack", "");
    open(false);
    line.current?.querySelector<HTMLElement>("[data-send-back] button")?.focus();
  };
  const sendBack = (): void => {
    if (text.trim() === "") return;
    actions.enter("sendBack", "");
    open(false);
    void actions.carryOut({ kind: "sendBack", ids, comment: text.trim() });
  };
  return (
    <div class="review-line" ref={line}>
      <div class="holder-line" role="group" aria-label={t("Review")}>
        <StatusIcon status="review" />
        <span>{`${t("In review")}: ${facts.filter((fact) => fact !== "").join(", ")}`}</span>
        <Button kind="primary" onClick={() => void actions.carryOut({ kind: "updateTasks", ids, patch: { ...(left > 0 && { check: { kind: "all" } }), status: "done" } })}>
          {left > 0 ? t("Tick All and Approve") : t("Approve")}
        </Button>
        <span data-send-back>
          <Button kind="secondary" onClick={() => open(true)}>
            {t("Send Back…")}
          </Button>
        </span>
      </div>
      {isOpen && (
        <div class="send-back">
          <EntryField label={t("What is missing?")} placeholder={t("What is missing?")} text={text} onText={(typed) => actions.enter("sendBack", typed)} onEnter={sendBack} onEscape={leave} />
          <Button kind="secondary" disabled={text.trim() === ""} onClick={sendBack}>
            {t("Send Back")}
          </Button>
          <Button onClick={leave}>{t("Cancel")}</Button>
        </div>
      )}
    </div>
  );
}
