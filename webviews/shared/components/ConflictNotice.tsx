// Offers two values of one field: the typed one, and the one that somebody else wrote meanwhile.
import { t } from "@vscode/l10n";
import type { Actor } from "../../contract/generated/protocol.ts";
import { actorName, spokenActor } from "../text/names.ts";
import { Button } from "./Button.tsx";
import { ActorIcon, Icon } from "./Icons.tsx";

export interface ConflictNoticeProps {
  theirs: string;
  mine: string;
  /** Who wrote the other value, if the log knows. */
  by: Actor | undefined;
  onKeep: () => void;
  onTake: () => void;
}

export function ConflictNotice({ theirs, mine, by, onKeep, onTake }: ConflictNoticeProps) {
  return (
    <div class="conflict" role="group" aria-label={by === undefined ? t("Changed by another program") : t("Changed by {actor}", { actor: spokenActor(by) })}>
      <Icon name="warning" />
      <div>
        <ChangeAuthor by={by} />
        <p>{theirs === "" ? t("The file now has no value here.") : t("The value in the file is now “{value}”.", { value: theirs })}</p>
        <p>{mine === "" ? t("You cleared the value.") : t("You typed “{0}”.", mine)}</p>
        <div class="conflict-choices">
          <Button kind="secondary" onClick={onKeep}>
            {t("Keep mine")}
          </Button>
          <Button kind="secondary" onClick={onTake}>
            {t("Take theirs")}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Says who changed a value; renders nothing if the log does not know. */
export function ChangeAuthor({ by }: { by: Actor | undefined }) {
  if (by === undefined) return null;
  return (
    <p class="change-author">
      <ActorIcon kind={by.kind} /> {t("Changed by {actor}", { actor: actorName(by) })}
    </p>
  );
}
