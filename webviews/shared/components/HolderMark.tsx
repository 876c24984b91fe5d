// Who works on a task right now. The time since the holder was heard of goes on by itself.
import type { Holder } from "../../contract/generated/protocol.ts";
import { actorIcons } from "../../contract/texts/texts.ts";
import { useNow } from "../clock.ts";
import { actorName, actorTitle, agoText, holderText, needText } from "../text/names.ts";
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
      <Icon name={actorIcons[actor.kind]} class={`actor-icon ${actor.kind}`} />
      <span class="clipped">{actorName(actor)}</span>
      {needs === undefined ? (
        <span class="holder-heard">{agoText(heardAt, now, locale)}</span>
      ) : (
        <span class="holder-needs">
          <Icon name="bell-dot" /> {needText(needs)}
        </span>
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
