// A value that another program wrote during typing, with the choice between both.
import type { Setting } from "../../contract/generated/protocol.ts";
import { ConflictNotice } from "../../shared/components/ConflictNotice.tsx";
import { fieldText } from "../rules/values.ts";
import { useSettings } from "../state/actions.ts";
import { idOf } from "../state/state.ts";

export function SettingConflict({ setting }: { setting: Setting }) {
  const { state, actions } = useSettings();
  const draft = state.drafts.value.find(({ id }) => id === idOf(setting));
  const theirs = fieldText(setting);
  if (draft === undefined || draft.was === theirs || draft.text === theirs) return null;
  return <ConflictNotice theirs={theirs} mine={draft.text} by={undefined} onKeep={() => void actions.keepMine(setting)} onTake={() => actions.cancel(setting)} />;
}
