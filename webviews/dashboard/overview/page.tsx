// The overview of several projects as a page. It has no project, so it does not use `createPage`.
import "../../shared/theme/base.css";
import "./overview.css";
import { signal } from "@preact/signals";
import { render } from "preact";
import type { OverviewContract, OverviewSnapshot } from "../../contract/dashboard.ts";
import { errorText } from "../../contract/texts/texts.ts";
import { ToasterContext } from "../../shared/toasterContext.ts";
import { mountInEditor } from "../../shared/host.ts";
import type { Host } from "../../shared/host.ts";
import { connect } from "../../shared/rpc.ts";
import { noLocale, setLocale } from "../../shared/text/language.ts";
import { createToaster } from "../../shared/messages/toaster.ts";
import { OverviewPage } from "./OverviewPage.tsx";

/** Mounts the page. Returns a function that removes it. */
export function mountOverview(root: HTMLElement, host: Host): () => void {
  const { ask, on } = connect<OverviewContract>(host.channel);
  const toaster = createToaster();
  const snapshot = signal<OverviewSnapshot | null>(null);
  const locale = signal(noLocale);
  const fail = (error: unknown): void => toaster.show({ kind: "error", text: errorText(error) });
  on("changed", (changed) => {
    snapshot.value = changed;
  });
  async function start(): Promise<void> {
    try {
      const answer = await ask.ready();
      setLocale(answer);
      locale.value = answer.locale;
      snapshot.value = answer;
    } catch (error) {
      fail(error);
    }
  }
  render(
    <ToasterContext.Provider value={toaster}>
      <OverviewPage snapshot={snapshot} locale={locale} open={(id) => void ask.openProject(id).catch(fail)} />
    </ToasterContext.Provider>,
    root,
  );
  void start();
  return () => render(null, root);
}

mountInEditor(mountOverview);
