// A setting: its name, what it does, its value, and why a value was refused.
import { t } from "@vscode/l10n";
import { useId } from "preact/hooks";
import type { Setting } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { translateText } from "../../shared/text/names.ts";
import { useSettings } from "../state/actions.ts";
import { idOf } from "../state/state.ts";
import { Control } from "./Control.tsx";
import { defaultText } from "./defaultText.ts";
import { SettingConflict } from "./SettingConflict.tsx";

export interface SettingRowProps {
  setting: Setting;
  /** The color as `#rrggbb`, for a setting that is one. */
  hex?: string;
}

export function SettingRow({ setting, hex = "" }: SettingRowProps) {
  const { state } = useSettings();
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
      <SettingConflict setting={setting} />
    </div>
  );
}

/** Returns whether two values are the same, whatever the order of their keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const [own, others] = [Object.entries(one), new Map(Object.entries(other))];
  return own.length === others.size && own.every(([key, value]) => others.has(key) && isSame(value, others.get(key)));
}

/** Says that a value is the default, or offers to restore it. */
function Origin({ setting, title }: { setting: Setting; title: string }) {
  const { state, actions } = useSettings();
  const standard = defaultText(setting, state.locale.value);
  if (!setting.isSet || isSame(setting.value, setting.default)) return standard === "" ? null : <span class="muted setting-origin">{t("default")}</span>;
  if (setting.key.join(".") === "project.name" || state.isLocked.value) return null;
  const label = standard === "" ? t("Clear {0}", title) : t("Reset {0} to the default: {1}", title, standard);
  return <Button class="setting-reset" icon="discard" label={label} onClick={() => void actions.change(setting, null)} />;
}
