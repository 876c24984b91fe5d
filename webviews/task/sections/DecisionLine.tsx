// What a person decides about a task: one in review is done or goes back to work with a comment, and a blocked one goes on.
import { t } from "@vscode/l10n";
import { useRef, useState } from "preact/hooks";
import type { Status, TaskView } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { StatusIcon } from "../../shared/components/Icons.tsx";
import { useEditor } from "../state/actions.ts";

export function DecisionLine() {
  const { state } = useEditor();
  const task = state.task.value;
  if (task === null || state.readOnly.value !== null) return null;
  // A line of its own for each status: the field of one does not open in the other.
  if (task.card.status === "review") return <ReviewLine key="review" task={task} />;
  return task.card.status === "blocked" ? <BlockedLine key="blocked" id={task.card.key} /> : null;
}

function ReviewLine({ task }: { task: TaskView }) {
  const { actions } = useEditor();
  const { key, criteria } = task.card;
  const ids = [key];
  const left = criteria.total - criteria.done;
  const proved = new Set(task.criterionDetails?.flatMap(({ item, proof }) => (proof === undefined ? [] : [item])));
  const unproved = task.criteria.filter(({ item }) => !proved.has(item)).length;
  const facts = [
    criteria.total === 0 ? t("no criteria") : t("{0} of {1} criteria met", criteria.done, criteria.total),
    criteria.total > 0 && unproved > 0 ? t("{0} without a proof", unproved) : "",
  ];
  return (
    <Decision
      name={t("Review")}
      status="review"
      text={`${t("In review")}: ${facts.filter((fact) => fact !== "").join(", ")}`}
      choice={{
        kind: "primary",
        label: left > 0 ? t("Tick All and Approve") : t("Approve"),
        choose: () => void actions.carryOut({ kind: "updateTasks", ids, patch: { ...(left > 0 && { check: { kind: "all" } }), status: "done" } }),
      }}
      comment={{
        entry: "sendBack",
        label: t("Send Back…"),
        field: t("What is missing?"),
        send: t("Send Back"),
        choose: (comment) => void actions.carryOut({ kind: "sendBack", ids, comment }),
      }}
    />
  );
}

function BlockedLine({ id }: { id: string }) {
  const { actions } = useEditor();
  const unblock = (comment?: string) => void actions.carryOut({ kind: "updateTasks", ids: [id], patch: { status: "todo", ...(comment !== undefined && { comment }) } });
  return (
    <Decision
      name={t("Blocked")}
      status="blocked"
      text={t("Blocked")}
      choice={{ kind: "secondary", label: t("Unblock"), choose: () => unblock() }}
      comment={{ entry: "answer", label: t("Answer…"), field: t("Your answer, as a comment"), send: t("Answer and Unblock"), choose: unblock }}
    />
  );
}

interface DecisionProps {
  name: string;
  status: Status;
  text: string;
  /** What is decided without a word. */
  choice: { kind: "primary" | "secondary"; label: string; choose: () => void };
  /** What is decided with a comment. */
  comment: { entry: "sendBack" | "answer"; label: string; field: string; send: string; choose: (comment: string) => void };
}

function Decision({ name, status, text, choice, comment }: DecisionProps) {
  const { state, actions } = useEditor();
  const { entry } = comment;
  const [isOpen, open] = useState(state.entries.peek()[entry] !== "");
  const line = useRef<HTMLDivElement>(null);
  const typed = state.entries.value[entry];
  const leave = (): void => {
    actions.enter(entry, "");
    open(false);
    line.current?.querySelector<HTMLElement>("[data-comment] button")?.focus();
  };
  const send = (): void => {
    if (typed.trim() === "") return;
    actions.enter(entry, "");
    open(false);
    comment.choose(typed.trim());
  };
  return (
    <div class="review-line" ref={line}>
      <div class="holder-line" role="group" aria-label={name}>
        <StatusIcon status={status} />
        <span>{text}</span>
        <Button kind={choice.kind} onClick={choice.choose}>
          {choice.label}
        </Button>
        <span data-comment>
          <Button kind="secondary" onClick={() => open(true)}>
            {comment.label}
          </Button>
        </span>
      </div>
      {isOpen && (
        <div class="send-back">
          <EntryField label={comment.field} placeholder={comment.field} text={typed} onText={(now) => actions.enter(entry, now)} onEnter={send} onEscape={leave} />
          <Button kind="secondary" disabled={typed.trim() === ""} onClick={send}>
            {comment.send}
          </Button>
          <Button onClick={leave}>{t("Cancel")}</Button>
        </div>
      )}
    </div>
  );
}
