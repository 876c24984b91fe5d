// Who works on the task right now: another actor, whom the user can take it over from, or the user.
import { t } from "@vscode/l10n";
import { useNow } from "../../shared/clock.ts";
import { Button } from "../../shared/components/Button.tsx";
import { ActorIcon, Icon } from "../../shared/components/Icons.tsx";
import { actorTitle, agoText, endedText, holderText } from "../../shared/text/names.ts";
import type { Holder } from "../../contract/generated/protocol.ts";
import { useEditor } from "../state/actions.ts";

export function HolderLine() {
  const { card } = useEditor().state.task.value ?? {};
  if (card?.holder !== undefined) return <Line id={card.id} holder={card.holder} />;
  return card?.ended === undefined ? null : <EndedLine holder={card.ended} />;
}

function EndedLine({ holder }: { holder: Holder }) {
  const { state, actions } = useEditor();
  const now = useNow();
  return (
    <div class="holder-line" role="note">
      <Icon name="debug-disconnect" />
      <span title={actorTitle(holder.actor)}>{endedText(holder, now, state.fieldContext.value.locale)}</span>
      {state.readOnly.value === null && (
        <Button kind="secondary" onClick={() => void actions.send("terminal")}>
          {t("Start an Agent…")}
        </Button>
      )}
    </div>
  );
}

function Line({ id, holder }: { id: string; holder: Holder }) {
  const { state, actions } = useEditor();
  const now = useNow();
  const { locale } = state.fieldContext.value;
  const isOwn = state.snapshot.value?.project.claims?.own.includes(id) ?? false;
  const ago = agoText(holder.heardAt, now, locale);
  return (
    <div class="holder-line" role="note">
      <ActorIcon kind={holder.actor.kind} />
      <span title={actorTitle(holder.actor)}>{isOwn ? t("You hold this task, heard {ago}", { ago }) : holderText(holder, now, locale)}</span>
      {holder.actor.kind === "agent" && (
        <Button kind="secondary" onClick={() => void actions.goToHolder()}>
          {t("Go There")}
        </Button>
      )}
      {state.readOnly.value === null && (
        <Button
          kind="secondary"
          onClick={() => void actions.carryOut(isOwn ? { kind: "releaseTasks", ids: [id] } : { kind: "claimTask", id, takeOver: true })}
        >
          {isOwn ? t("Release") : t("Take Over")}
        </Button>
      )}
    </div>
  );
}
