// A number of hours; comma and dot both divide.
import { t } from "@vscode/l10n";
import { useEditor } from "../editor.ts";
import { shownText } from "../state.ts";
import { FieldFrame } from "./FieldFrame.tsx";
import { TextControl } from "./TextControl.tsx";

export function HoursField({ id, label }: { id: "estimateHours" | "actualHours" | "remainingHours"; label: string }) {
  const { state } = useEditor();
  return (
    <FieldFrame place={id} label={label}>
      <div class="control-row with-unit">
        <TextControl id={id} text={shownText(state, id)} kind="decimal" describedBy={`${id}-unit`} />
        <span class="unit" id={`${id}-unit`}>
          {t("hours")}
        </span>
      </div>
    </FieldFrame>
  );
}
