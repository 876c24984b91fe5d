// Who did or holds something. People and agents differ in icon and color, and in the icon's
// accessible name.
import { t } from "@vscode/l10n";
import type { Actor, ActorKind } from "../../contract/generated/protocol.ts";
import { actorIcons } from "../../contract/texts.ts";
import { actorName, actorTitle } from "../text/names.ts";
import { Icon } from "./Icons.tsx";

/** The icon of a kind of actor, to be read before the name: "agent codex". */
export function ActorIcon({ kind }: { kind: ActorKind }) {
  return <Icon name={actorIcons[kind]} label={kind === "agent" ? t("agent") : t("person")} class={`actor-icon ${kind}`} />;
}

/** Icon and name; the hover text has version and conversation. `name` replaces the actor's own. */
export function ActorMark({ actor, name = actorName(actor) }: { actor: Actor; name?: string }) {
  return (
    <span class="actor-mark" title={actorTitle(actor)}>
      <ActorIcon kind={actor.kind} />
      <span class="actor">{name}</span>
    </span>
  );
}
