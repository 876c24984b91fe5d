// A proposal of an agent beside the chart, which shows its dates as ghosts: accept all or some, edit, reject with a word.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useState } from "preact/hooks";
import type { ProposalView, Refusal } from "../../contract/generated/protocol.ts";
import { useNow } from "../../shared/clock.ts";
import { Button } from "../../shared/components/Button.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { choicesOf, isTaken, noDraft } from "../../shared/proposals/choices.ts";
import type { Draft } from "../../shared/proposals/choices.ts";
import { reasonText } from "../../shared/proposals/proposalTexts.ts";
import { actorName, agoText, translateText } from "../../shared/text/names.ts";
import { useGantt } from "../state/actions.ts";
import { ProposedElements } from "./ProposedElements.tsx";
import { SidePanel } from "./SidePanel.tsx";

export function AgentProposalPanel({ proposal }: { proposal: ProposalView }) {
  const { state, actions } = useGantt();
  const now = useNow();
  const [draft, setDraft] = useState(noDraft);
  const refusal = usePreview(proposal, draft);
  const { author, at } = proposal;
  const facts = [actorName(author), agoText(at, now, state.locale.value)].filter((fact) => fact !== "");
  return (
    <SidePanel title={t("Proposal")} close={() => actions.chooseProposal(null)}>
      <div class="proposal-reason">
        <p dir="auto">{reasonText(proposal)}</p>
        <p class="faint">{facts.join(" · ")}</p>
      </div>
      <Answer proposal={proposal} draft={draft} refusal={refusal} />
      <div class="proposal-answer">
        <ProposedElements proposal={proposal} draft={draft} change={setDraft} />
      </div>
    </SidePanel>
  );
}

/** Shows the dates of what is accepted in the chart. Returns why it cannot be accepted together. */
function usePreview(proposal: ProposalView, draft: Draft): Refusal | null {
  const { state, actions } = useGantt();
  const [refusal, setRefusal] = useState(proposal.refusal);
  useLayoutEffect(() => {
    let isCurrent = true;
    const show = ({ moves, refusal: reason }: Pick<ProposalView, "moves" | "refusal">): void => {
      if (!isCurrent) return;
      state.ghosts.value = moves;
      setRefusal(reason);
    };
    const only = choicesOf(proposal, draft);
    if (only === undefined) show(proposal);
    else if (only.length === 0) show({ moves: [], refusal: null });
    else void actions.previewProposal(proposal.id, only).then((preview) => preview !== undefined && show(preview));
    return () => {
      isCurrent = false;
    };
  }, [proposal, draft, state, actions]);
  useLayoutEffect(() => () => void (state.ghosts.value = []), [state]);
  return refusal;
}

function Answer({ proposal, draft, refusal }: { proposal: ProposalView; draft: Draft; refusal: Refusal | null }) {
  const { state, actions } = useGantt();
  const [answer, setAnswer] = useState<string | null>(null);
  const { id, elements, total } = proposal;
  const count = total - elements.filter((element) => !isTaken(element, draft)).length;
  const only = choicesOf(proposal, draft);
  const isPaused = state.snapshot.value?.project.paused !== undefined;
  const reject = (text: string): void => {
    if (text.trim() !== "") void actions.runCommand({ kind: "rejectProposal", id, answer: text.trim() });
  };
  return (
    <div class="proposal-decision">
      {refusal !== null && count > 0 && (
        <p class="notice" role="alert">
          <Icon name="error" />
          <span>{translateText(refusal.text)}</span>
        </p>
      )}
      {state.readOnly.value === null && !isPaused && (
        <div class="proposal-buttons">
          <Button
            kind="primary"
            disabled={count === 0 || refusal !== null}
            onClick={() => void actions.runCommand({ kind: "acceptProposal", id, ...(only !== undefined && { only }) })}
          >
            {acceptText(count, total)}
          </Button>
          <Button kind="secondary" onClick={() => setAnswer(answer === null ? "" : null)}>
            {t("Reject…")}
          </Button>
        </div>
      )}
      {answer !== null && (
        <div class="proposal-word">
          <EntryField label={t("Why not?")} placeholder={t("Why not?")} text={answer} onText={setAnswer} onEnter={reject} onEscape={() => setAnswer(null)} />
          <Button kind="secondary" disabled={answer.trim() === ""} onClick={() => reject(answer)}>
            {t("Reject")}
          </Button>
        </div>
      )}
    </div>
  );
}

function acceptText(count: number, total: number): string {
  if (count < total) return t("Accept {0} of {1} changes", count, total);
  return total === 1 ? t("Accept the change") : t("Accept all {0} changes", total);
}
