// An assignee's initials on their color.
import { t } from "@vscode/l10n";
import { initials, personColors } from "../text/person.ts";
import type { PersonColors } from "../text/person.ts";

/** Cached, since the same few people are on many cards. */
const avatarLooks = new Map<string, PersonColors & { letters: string }>();

function avatarLook(name: string, color: string, id: string): PersonColors & { letters: string } {
  const key = JSON.stringify([name, color, id]);
  const look = avatarLooks.get(key) ?? { ...personColors(color, id), letters: initials(name) };
  avatarLooks.set(key, look);
  return look;
}

/** `named`: the avatar stands alone and needs an accessible name. */
export function Avatar({ name, color, id, named = true }: { name: string; color: string; id: string; named?: boolean }) {
  const { background, text, letters } = avatarLook(name, color, id);
  const label = t("Assignee: {0}", name);
  const spoken = named ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": true } as const);
  return (
    <span class="avatar" title={label} {...spoken} style={{ background, color: text }}>
      {letters}
    </span>
  );
}
