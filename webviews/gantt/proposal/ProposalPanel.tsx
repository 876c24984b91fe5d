// Auto-schedule: proposes dates for the whole plan, to be accepted completely or in part.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { translateText } from "../../shared/text/names.ts";
import { useGantt } from "../state/actions.ts";
import { ProposalMoves } from "./ProposalMoves.tsx";
import { ProposalOptions } from "./ProposalOptions.tsx";
import { LateTasks, Loads, NewEnd } from "./ProposalSummary.tsx";
import { SidePanel } from "./SidePanel.tsx";
import { selectableMoves } from "./proposal.ts";
import { createScheduling } from "./scheduling.ts";
import type { Scheduling } from "./scheduling.ts";

export function ProposalPanel() {
  const { state, actions } = useGantt();
  const scheduling = useMemo(() => createScheduling(state, actions), [state, actions]);
  useLayoutEffect(() => scheduling.begin(), [scheduling]);
  const close = (): void => {
    state.isScheduling.value = false;
  };
  return (
    <SidePanel title={t("Auto-schedule")} close={close}>
      <ProposalOptions scheduling={scheduling} />
      <Decision scheduling={scheduling} close={close} />
      <div class="proposal-answer" aria-busy={scheduling.isBusy.value}>
        <Answer scheduling={scheduling} />
      </div>
    </SidePanel>
  );
}

function Answer({ scheduling }: { scheduling: Scheduling }) {
  const proposal = scheduling.proposal.value;
  if (proposal === null) return scheduling.isBusy.value ? <p class="proposal-note">{t("Calculating…")}</p> : null;
  if (proposal.refusal !== null) {
    return (
      <p class="notice" role="alert">
        <Icon name="error" />
        <span>{translateText(proposal.refusal.text)}</span>
      </p>
    );
  }
  const { moves } = proposal;
  const { end, late, load } = scheduling.outcome.value ?? proposal;
  return (
    <>
      {scheduling.isUpdated.value && (
        <p class="proposal-note">
          <Icon name="info" />
          {t("The project has changed, so the dates were recalculated.")}
        </p>
      )}
      {moves.length === 0 ? (
        <p class="proposal-empty" role="status">
          <Icon name="pass" />
          {t("No dates need to change.")}
        </p>
      ) : (
        <NewEnd end={end} before={proposal.endBefore} />
      )}
      {late.length > 0 && <LateTasks late={late} />}
      {load.length > 0 && <Loads load={load} />}
      {moves.length > 0 && <ProposalMoves scheduling={scheduling} proposal={proposal} />}
    </>
  );
}

/** Above the list, as messages of VSCode are over the foot of the window. */
function Decision({ scheduling, close }: { scheduling: Scheduling; close: () => void }) {
  const { state } = useGantt();
  const proposal = scheduling.proposal.value;
  const problem = scheduling.problem.value;
  const leftOut = scheduling.excluded.value;
  const all = proposal === null ? [] : selectableMoves(proposal);
  const chosen = all.filter(({ key }) => !leftOut.has(key)).length;
  const apply = async (): Promise<void> => {
    if (await scheduling.apply()) close();
  };
  if (problem === null && all.length === 0) return null;
  return (
    <div class="proposal-decision">
      {problem !== null && (
        <p class="notice" role="alert">
          <Icon name="error" />
          <span>{problem}</span>
        </p>
      )}
      {all.length > 0 && state.readOnly.value === null && (
        <div class="proposal-buttons">
          <Button kind="primary" disabled={chosen === 0 || scheduling.isBusy.value} onClick={() => void apply()}>
            {applyText(chosen, all.length)}
          </Button>
          <Button kind="secondary" onClick={close}>
            {t("Cancel")}
          </Button>
        </div>
      )}
    </div>
  );
}

function applyText(chosen: number, all: number): string {
  if (chosen === all) return all === 1 ? t("Apply to 1 task") : t("Apply to all {0} tasks", all);
  return t("Apply to {0} of {1} tasks", chosen, all);
}
