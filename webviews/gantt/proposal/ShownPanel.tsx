// The panel beside the chart, if there is one: what the scheduler proposes, or an agent.
import { useGantt } from "../state/actions.ts";
import { AgentProposalPanel } from "./AgentProposalPanel.tsx";
import { ProposalPanel } from "./ProposalPanel.tsx";

export function ShownPanel() {
  const { state } = useGantt();
  const shown = state.shownProposal.value;
  if (state.isScheduling.value) return <ProposalPanel />;
  return shown === null ? null : <AgentProposalPanel key={shown.id} proposal={shown} />;
}
