// The whole page in all of its states.
import { t } from "@vscode/l10n";
import { sessionsTabs } from "../contract/sessions.ts";
import type { SessionsSnapshot, SessionsTab } from "../contract/sessions.ts";
import { actorIcons } from "../contract/texts/texts.ts";
import { Button } from "../shared/components/Button.tsx";
import { HistoryProgress } from "../shared/components/HistoryProgress.tsx";
import { Empty, ReadOnlyBanner } from "../shared/components/PageStates.tsx";
import { ToastArea } from "../shared/components/Toast.tsx";
import { Tabs } from "../shared/listPage/Tabs.tsx";
import { useListScroll } from "../shared/listPage/useListScroll.ts";
import { translateText } from "../shared/text/names.ts";
import { Missing } from "./components/Missing.tsx";
import { SessionPane } from "./detail/SessionPane.tsx";
import { SessionList } from "./list/SessionList.tsx";
import { RegisterPane } from "./register/RegisterPane.tsx";
import { useSessions } from "./state/actions.ts";

/** Returns the label and the codicon of a tab. */
function faceOf(tab: SessionsTab): { label: string; icon: string } {
  return tab === "sessions" ? { label: t("Sessions"), icon: "history" } : { label: t("Register"), icon: "book" };
}

export function SessionsPage() {
  return (
    <>
      <Content />
      <ToastArea />
    </>
  );
}

/** The next step in a project without sessions. */
function NoSessions({ snapshot: { sessions, readOnly } }: { snapshot: SessionsSnapshot }) {
  const { actions } = useSessions();
  const isUnread = sessions.unread.length > 0;
  const text = isUnread ? sessions.unread.map(translateText).join(" ") : t("An agent saves one at the end of a conversation, and continues from it in the next.");
  return (
    <>
      <h1 class="visually-hidden">{t("Sessions")}</h1>
      <ReadOnlyBanner reason={readOnly} />
      <Empty icon={isUnread ? "warning" : "history"} title={t("No session yet")} text={text}>
        {!isUnread && readOnly === null && (
          <Button kind="primary" icon={actorIcons.agent} onClick={() => void actions.connectAgent()}>
            {t("Connect an Agent…")}
          </Button>
        )}
      </Empty>
    </>
  );
}

function Content() {
  const { state, actions } = useSessions();
  const snapshot = state.snapshot.value;
  useListScroll(state.scroll, snapshot !== null);
  if (state.failure.value !== null) {
    return (
      <Empty icon="error" title={t("The sessions could not be loaded")} text={state.failure.value}>
        <Button kind="secondary" onClick={() => void actions.start()}>
          {t("Try again")}
        </Button>
      </Empty>
    );
  }
  if (snapshot === null) return <div class="loading" aria-busy="true" />;
  const { sessions, unread } = snapshot.sessions;
  if (sessions.length === 0) return <NoSessions snapshot={snapshot} />;
  return (
    <>
      <h1 class="visually-hidden">{t("Sessions")}</h1>
      <ReadOnlyBanner reason={snapshot.readOnly} />
      <HistoryProgress percent={state.reading.value} />
      {unread.length > 0 && (
        <div class="banner" role="note">
          {unread.map(translateText).join(" ")}
        </div>
      )}
      <div class="list-head">
        <Tabs
          label={t("Sessions")}
          tabs={sessionsTabs.map((name) => ({ name, ...faceOf(name) }))}
          selected={state.query.value.tab}
          select={(tab) => void actions.show({ tab })}
        />
      </div>
      <div class="pane" role="tabpanel" id={`pane-${state.query.value.tab}`} aria-labelledby={`tab-${state.query.value.tab}`}>
        {state.query.value.tab === "register" ? (
          <RegisterPane rows={snapshot.register} />
        ) : (
          <div class="split">
            <SessionList />
            {snapshot.session === null ? (
              <Missing title={t("The session could not be loaded")} text={t("The session may have been deleted.")} />
            ) : (
              <SessionPane key={snapshot.session.summary.id} view={snapshot.session} />
            )}
          </div>
        )}
      </div>
    </>
  );
}
