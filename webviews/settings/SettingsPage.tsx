// The whole page in all of its states.
import { t } from "@vscode/l10n";
import { useLayoutEffect } from "preact/hooks";
import { Button } from "../shared/components/Button.tsx";
import { Icon } from "../shared/components/Icons.tsx";
import { Empty, ReadOnlyBanner } from "../shared/components/PageStates.tsx";
import { ToastArea } from "../shared/components/Toast.tsx";
import { SearchField } from "../shared/listPage/SearchField.tsx";
import { Toolbar } from "../shared/toolbar/Toolbar.tsx";
import { translate } from "../shared/text/language.ts";
import { translateText } from "../shared/text/names.ts";
import type { SettingsSnapshot } from "../contract/settings/settingsPage.ts";
import { projectPageTitle } from "../contract/surfaces.ts";
import { EntrySection } from "./components/EntrySection.tsx";
import { SectionIndex, SectionMenu, goTo, sectionId } from "./components/SectionIndex.tsx";
import { SettingRow } from "./components/SettingRow.tsx";
import { useSettings } from "./state/actions.ts";
import { idOf } from "./state/state.ts";

export function SettingsPage() {
  return (
    <>
      <Content />
      <ToastArea />
    </>
  );
}

function Content() {
  const { state, actions } = useSettings();
  const snapshot = state.snapshot.value;
  if (state.failure.value !== null) {
    return (
      <Empty icon="error" title={t("The settings could not be loaded")} text={state.failure.value}>
        <Button kind="secondary" onClick={() => void actions.start()}>
          {t("Try again")}
        </Button>
      </Empty>
    );
  }
  if (snapshot === null) return <div class="loading" aria-busy="true" />;
  return (
    <>
      <ReadOnlyBanner reason={snapshot.readOnly} />
      <Problem snapshot={snapshot} />
      <Head snapshot={snapshot} />
      <div class="settings-body">
        <SectionIndex />
        <Sections />
      </div>
    </>
  );
}

function Head({ snapshot: { project, settings } }: { snapshot: SettingsSnapshot }) {
  const { state, actions } = useSettings();
  return (
    <>
      <h1 class="visually-hidden">{projectPageTitle("settings", project.name || t("Project"), translate)}</h1>
      <Toolbar
        label={t("Settings")}
        find={
          <>
            <div class="settings-search">
              <SearchField label={t("Search settings")} text={state.text.value} search={actions.search} />
            </div>
            <SectionMenu />
          </>
        }
        {...(settings.exists && {
          actions: (
            <Button icon="go-to-file" onClick={actions.openFile}>
              {t("Open config.toml")}
            </Button>
          ),
        })}
      />
    </>
  );
}

/** Says why nothing can be changed, or that there is no file yet. */
function Problem({ snapshot: { settings } }: { snapshot: SettingsSnapshot }) {
  const { actions } = useSettings();
  if (settings.broken !== null) {
    return (
      <div class="banner settings-broken" role="alert">
        <Icon name="error" />
        <span>
          {t("The configuration cannot be changed until it is repaired. Values that cannot be read are shown as defaults.")} {translateText(settings.broken)}
        </span>
        <Button kind="secondary" onClick={actions.openFile}>
          {t("Open File")}
        </Button>
      </div>
    );
  }
  if (settings.exists) return null;
  return (
    <p class="banner" role="note">
      <Icon name="info" />
      {t("This project has no config.toml yet, so every value is a default. The first change creates the file.")}
    </p>
  );
}

function Sections() {
  const { state, actions } = useSettings();
  const sections = state.sections.value;
  const requested = state.requested.value;
  useLayoutEffect(() => {
    if (requested === null) return;
    state.requested.value = null;
    goTo(requested);
    document.querySelector<HTMLElement>(`#${sectionId(requested)} .setting-new input`)?.focus();
  }, [requested]);
  if (sections.length === 0) {
    return (
      <div class="settings-sections">
        <Empty icon="search" title={t("No setting matches")} text={t("No setting contains all of these words.")}>
          <Button kind="secondary" onClick={() => actions.search("")}>
            {t("Clear search")}
          </Button>
        </Empty>
      </div>
    );
  }
  return (
    <div class="settings-sections">
      {sections.map((section) => (
        <section key={section.name} id={sectionId(section.name)} aria-labelledby={`${sectionId(section.name)}-title`} tabIndex={-1}>
          <h2 id={`${sectionId(section.name)}-title`}>
            <Icon name={section.icon} />
            {section.title}
          </h2>
          {section.kind === "entries" ? (
            <EntrySection kind={section.name} entries={section.entries} />
          ) : (
            section.settings.map((setting) => <SettingRow key={idOf(setting)} setting={setting} />)
          )}
        </section>
      ))}
    </div>
  );
}
