// The tabs of the page: all sessions, and what they know together.
import { t } from "@vscode/l10n";
import { sessionsTabs } from "../contract/sessions.ts";
import type { SessionsTab } from "../contract/sessions.ts";
import { Icon } from "../shared/components/Icons.tsx";
import { useSessions } from "./state/context.ts";

function tabName(tab: SessionsTab): string {
  return tab === "sessions" ? t("Sessions") : t("Register");
}

export function Tabs() {
  const { state, actions } = useSessions();
  const selected = state.query.value.tab;
  const move = (event: KeyboardEvent): void => {
    const at = sessionsTabs.indexOf(selected);
    const last = sessionsTabs.length - 1;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    const tab = next === undefined ? undefined : sessionsTabs.at(next % sessionsTabs.length);
    if (tab === undefined) return;
    event.preventDefault();
    document.getElementById(`tab-${tab}`)?.focus();
    void actions.show({ tab });
  };
  return (
    <div class="tabs" role="tablist" aria-label={t("Sessions")} onKeyDown={move}>
      {sessionsTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          id={`tab-${tab}`}
          class="tab"
          role="tab"
          aria-selected={tab === selected}
          {...(tab === selected && { "aria-controls": `pane-${tab}` })}
          tabindex={tab === selected ? 0 : -1}
          onClick={() => void actions.show({ tab })}
        >
          <Icon name={tab === "sessions" ? "history" : "book"} />
          {tabName(tab)}
        </button>
      ))}
    </div>
  );
}
