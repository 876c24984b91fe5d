// Offers two values of one field: the typed one, and the one that another program wrote meanwhile.
import { t } from "@vscode/l10n";
import { Button } from "./Button.tsx";
import { Icon } from "./Icons.tsx";

export interface ConflictNoticeProps {
  theirs: string;
  mine: string;
  onKeep: () => void;
  onTake: () => void;
}

export function ConflictNotice({ theirs, mine, onKeep, onTake }: ConflictNoticeProps) {
  return (
    <div class="conflict" role="group" aria-label={t("Changed by another program")}>
      <Icon name="warning" />
      <div>
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
