// Who works on a task right now. The time since the holder was heard of goes on by itself.
import { t } from "@vscode/l10n";
import type { Holder } from "../../contract/generated/protocol.ts";
import { actorIcons } from "../../contract/texts/texts.ts";
import { useNow } from "../clock.ts";
import { actorName, actorTitle, agoText, endedText, holderText, needText } from "../text/names.ts";
import { Icon } from "./Icons.tsx";

interface HolderProps {
  holder: Holder;
  locale: string;
}

/** Icon, name and time, for a line of facts. */
export function HolderMark({ holder, locale }: HolderProps) {
  const now = useNow();
  const { actor, heardAt, needs } = holder;
  const text = holderText(holder, now, locale);
  return (
    <span class={`holder ${actor.kind}`} role="img" aria-label={text} title={`${text}\n${actorTitle(actor)}`}>
      {needs === undefined ? (
        <>
          <Icon name={actorIcons[actor.kind]} class={`actor-icon ${actor.kind}`} />
          <span class="clipped">{actorName(actor)}</span>
          <span class="holder-heard">{agoText(heardAt, now, locale)}</span>
        </>
      ) : (
        <>
          <Icon name="bell-dot" class="holder-needs" />
          <span class="clipped">{`${actorName(actor)} ${needText(needs)}`}</span>
        </>
      )}
    </span>
  );
}

/** The icon alone, where there is no room for more. */
export function HolderIcon({ holder, locale }: HolderProps) {
  const { actor, needs } = holder;
  const label = holderText(holder, useNow(), locale);
  return needs === undefined ? (
    <Icon name={actorIcons[actor.kind]} label={label} class={`actor-icon ${actor.kind} holder-icon`} />
  ) : (
    <Icon name="bell-dot" label={label} class="holder-needs holder-icon" />
  );
}

/** An agent whose program has ended without finishing the task. */
export function EndedMark({ holder, locale }: HolderProps) {
  const text = endedText(holder, useNow(), locale);
  return (
    <span class="holder ended" role="img" aria-label={text} title={`${text}\n${actorTitle(holder.actor)}`}>
      <Icon name="debug-disconnect" />
      <span class="clipped">{t("{0} ended", actorName(holder.actor))}</span>
    </span>
  );
}
