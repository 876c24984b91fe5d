// The placeholder of a part of the page that is being loaded, or cannot be loaded.
import { t } from "@vscode/l10n";
import { Button } from "../../shared/components/Button.tsx";
import { Empty } from "../../shared/components/PageStates.tsx";
import { useSessions } from "../state/actions.ts";

export function Missing({ title, text }: { title: string; text: string }) {
  const { state, actions } = useSessions();
  if (state.isLoading.value) return <div class="loading" aria-busy="true" />;
  return (
    <Empty icon="error" title={title} text={state.paneFailure.value ?? text}>
      <Button kind="secondary" onClick={() => void actions.show({})}>
        {t("Try again")}
      </Button>
    </Empty>
  );
}
