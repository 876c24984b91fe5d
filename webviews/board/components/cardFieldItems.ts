// The choice of the fields that cards show, as items of a menu.
import { t } from "@vscode/l10n";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { cardFieldName, cardFields, withToggledField } from "../state/cardFields.ts";
import type { BoardState } from "../state/state.ts";

export function cardFieldItems({ cardFields: shown }: Pick<BoardState, "cardFields">): MenuItem[] {
  return cardFields.map((field, index) => ({
    ...(index === 0 && { heading: t("Card fields") }),
    key: `field:${field}`,
    label: cardFieldName(field),
    checked: shown.value.includes(field),
    choose: () => {
      shown.value = withToggledField(shown.peek(), field);
    },
  }));
}
