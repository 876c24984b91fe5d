// What a newcomer does next: connect an agent, once there is a task.
import { t } from "@vscode/l10n";
import { actorIcons } from "../../contract/texts/texts.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { useDashboard } from "../state/actions.ts";
import { useCanAct } from "./ActRow.tsx";

/** Returns whether no agent has worked on the project and none is known to be connected. False until it is known. */
export function useMissesAgents(): boolean {
  const { state } = useDashboard();
  const canAct = useCanAct();
  return canAct && state.snapshot.value?.agentIsConnected === false && state.past.value?.history.hasAgents === false;
}

export function NextStep() {
  const { actions } = useDashboard();
  if (!useMissesAgents()) return null;
  return (
    <div class="next-step" role="note">
      <Icon name={actorIcons.agent} />
      <p>{t("Next: let an agent work on these tasks. It takes the first one that is ready, and leaves notes for the next conversation.")}</p>
      <Button kind="primary" onClick={() => actions.open({ kind: "agents" })}>
        {t("Connect an Agent…")}
      </Button>
      <Button label={t("Do not show this again")} icon="close" onClick={actions.hideAgents} />
    </div>
  );
}
