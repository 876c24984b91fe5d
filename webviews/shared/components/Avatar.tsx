// An assignee's initials on their color. An agent's avatar has another shape, and an icon; beside
// the name only the icon, so that names are aligned.
import { t } from "@vscode/l10n";
import type { ActorKind } from "../../contract/generated/protocol.ts";
import { actorIcons } from "../../contract/texts/texts.ts";
import { labeledValue, spokenActor } from "../text/names.ts";
import { initials, personColors } from "../text/person.ts";
import type { PersonColors } from "../text/person.ts";
import { Icon } from "./Icons.tsx";

/** Cached, since the same few people are on many cards. */
const avatarLooks = new Map<string, PersonColors & { letters: string }>();

function avatarLook(name: string, color: string, id: string): PersonColors & { letters: string } {
  const key = JSON.stringify([name, color, id]);
  const look = avatarLooks.get(key) ?? { ...personColors(color, id), letters: initials(name) };
  avatarLooks.set(key, look);
  return look;
}

interface AvatarProps {
  name: string;
  color: string;
  id: string;
  kind: ActorKind | undefined;
  /** False beside the name, where only the kind of an agent is worth reading. */
  named?: boolean;
}

export function Avatar({ name, color, id, kind = "human", named = true }: AvatarProps) {
  const { background, text, letters } = avatarLook(name, color, id);
  const label = labeledValue("assignee", spokenActor({ kind, name }));
  return (
    <span class={`avatar ${kind}`} title={label} {...spoken(kind, named ? label : null)} style={{ background, color: text }}>
      {kind === "agent" && <Icon name={actorIcons.agent} />}
      {(kind === "human" || named) && letters}
    </span>
  );
}

function spoken(kind: ActorKind, label: string | null) {
  if (label !== null) return { role: "img", "aria-label": label } as const;
  return kind === "agent" ? ({ role: "img", "aria-label": t("agent") } as const) : ({ "aria-hidden": true } as const);
}
