// The whole page in all of its states.
import { t } from "@vscode/l10n";
import { libraryTabs } from "../contract/library.ts";
import type { LibraryTab } from "../contract/library.ts";
import { Button } from "../shared/components/Button.tsx";
import { Empty, ReadOnlyBanner } from "../shared/components/PageStates.tsx";
import { ToastArea } from "../shared/components/Toast.tsx";
import { Tabs } from "../shared/listPage/Tabs.tsx";
import { useListScroll } from "../shared/listPage/useListScroll.ts";
import { RecordList } from "./RecordList.tsx";
import { DocumentPane } from "./records/DocumentPane.tsx";
import { MemoryPane } from "./records/MemoryPane.tsx";
import { ReferralPane } from "./records/ReferralPane.tsx";
import { RequirementPane } from "./records/RequirementPane.tsx";
import { useLibrary } from "./state/actions.ts";
import type { LibraryRecord } from "./state/state.ts";
import { tabIcons, tabName } from "./records/texts.ts";

export function LibraryPage() {
  return (
    <>
      <Content />
      <ToastArea />
    </>
  );
}

function Content() {
  const { state, actions } = useLibrary();
  const snapshot = state.snapshot.value;
  useListScroll(state.scroll, snapshot !== null);
  if (state.failure.value !== null) {
    return (
      <Empty icon="error" title={t("The library could not be loaded")} text={state.failure.value}>
        <Button kind="secondary" onClick={() => void actions.start()}>
          {t("Try again")}
        </Button>
      </Empty>
    );
  }
  if (snapshot === null) return <div class="loading" aria-busy="true" />;
  const { tab } = state.query.value;
  const { totals } = snapshot.library;
  const shown = state.shown.value;
  return (
    <>
      <h1 class="visually-hidden">{t("Library")}</h1>
      <ReadOnlyBanner reason={snapshot.readOnly} />
      <div class="list-head">
        <Tabs
          label={t("Library")}
          tabs={libraryTabs.map((name) => ({ name, label: tabLabel(name, totals[name]), icon: tabIcons[name] }))}
          selected={tab}
          select={(name) => void actions.show({ tab: name, path: null })}
        />
      </div>
      <div class="pane" role="tabpanel" id={`pane-${tab}`} aria-labelledby={`tab-${tab}`}>
        {totals[tab] === 0 ? (
          <Nothing tab={tab} />
        ) : (
          <div class="split">
            <RecordList key={tab} />
            {shown !== null && <RecordPane key={shown.path} record={shown} />}
          </div>
        )}
      </div>
    </>
  );
}

function tabLabel(tab: LibraryTab, count: number): string {
  return count === 0 ? tabName(tab) : t("{name} ({count})", { name: tabName(tab), count });
}

function RecordPane({ record }: { record: LibraryRecord }) {
  switch (record.tab) {
    case "referrals":
      return <ReferralPane referral={record.referral} />;
    case "memories":
      return <MemoryPane memory={record.memory} />;
    case "documents":
      return <DocumentPane document={record.document} />;
    case "requirements":
      return <RequirementPane requirement={record.requirement} />;
  }
}

function Nothing({ tab }: { tab: LibraryTab }) {
  switch (tab) {
    case "referrals":
      return <Empty icon={tabIcons[tab]} title={t("No referral yet")} text={t("An agent in another project can send a request to this project. It appears here.")} />;
    case "memories":
      return <Empty icon={tabIcons[tab]} title={t("No memory yet")} text={t("An agent saves what it learned about this project, and finds it again in later conversations.")} />;
    case "documents":
      return <Empty icon={tabIcons[tab]} title={t("No document yet")} text={t("Specifications, decisions and guides of the project are Markdown files in docs/ below .handoff/. An agent writes them with its document tools.")} />;
    case "requirements":
      return <Empty icon={tabIcons[tab]} title={t("No requirement yet")} text={t("Items of documents that have an ID, such as REQ-003, are requirements. Tasks link to them, and this list shows those without a task or a proof.")} />;
  }
}
