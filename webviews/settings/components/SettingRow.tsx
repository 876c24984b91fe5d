// A setting: its name, what it does, its value, and why a value was refused.
import { t } from "@vscode/l10n";
import { useId } from "preact/hooks";
import type { Setting } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { ConflictNotice } from "../../shared/components/ConflictNotice.tsx";
import { translateText } from "../../shared/text/names.ts";
import { fieldText } from "../rules/values.ts";
import { useSettings } from "../state/context.ts";
import { idOf } from "../state/state.ts";
import { Control } from "./Control.tsx";
import { defaultText } from "./defaultText.ts";

export interface SettingRowProps {
  setting: Setting;
  /** The color as `#rrggbb`, for a setting that is one. */
  hex?: string;
}

export function SettingRow({ setting, hex = "" }: SettingRowProps) {
  const { state, actions } = useSettings();
  const id = useId();
  const title = translateText(setting.title);
  const refusal = state.refusals.value[idOf(setting)];
  const problem = refusal ?? (setting.problem === null ? undefined : translateText(setting.problem));
  return (
    <div class={`setting ${setting.isSet ? "set" : ""}`} role="group" aria-labelledby={`${id}-title`}>
      <div class="setting-head">
        <h3 id={`${id}-title`} dir="auto">
          {title}
        </h3>
        <Origin setting={setting} title={title} />
      </div>
      <p class="setting-text" id={`${id}-text`}>
        {translateText(setting.text)}
      </p>
      <Control setting={setting} hex={hex} labelledBy={`${id}-title`} describedBy={problem === undefined ? `${id}-text` : `${id}-text ${id}-problem`} isInvalid={problem !== undefined} />
      {problem !== undefined && (
        <p class="notice" id={`${id}-problem`} role={refusal === undefined ? "note" : "alert"}>
          {problem}
        </p>
      )}
      <Conflict setting={setting} actions={actions} />
    </div>
  );
}

/** Says that a value is the default, or offers to restore it. */
function Origin({ setting, title }: { setting: Setting; title: string }) {
  const { state, actions } = useSettings();
  const standard = defaultText(setting, state.locale.value);
  if (!setting.isSet) return standard === "" ? null : <span class="muted setting-origin">{t("default")}</span>;
  if (setting.key.join(".") === "project.name" || state.isLocked.value) return null;
  const label = standard === "" ? t("Clear {0}", title) : t("Reset {0} to the default: {1}", title, standard);
  return <Button class="setting-reset" icon="discard" label={label} onClick={() => void actions.change(setting, null)} />;
}

function Conflict({ setting, actions }: { setting: Setting; actions: ReturnType<typeof useSettings>["actions"] }) {
  const { state } = useSettings();
  const draft = state.drafts.value.find(({ id }) => id === idOf(setting));
  const theirs = fieldText(setting);
  if (draft === undefined || draft.was === theirs || draft.text === theirs) return null;
  return <ConflictNotice theirs={theirs} mine={draft.text} by={undefined} onKeep={() => void actions.keepMine(setting)} onTake={() => actions.cancel(setting)} />;
}
