// The panels without a chart, in a test's page.
import { render } from "preact";
import "../../shared/theme/base.css";
import "../gantt.css";
import "@vscode/codicons/dist/codicon.css";
import type { GanttContract } from "../../contract/gantt.ts";
import { ToastArea } from "../../shared/components/Toast.tsx";
import { connectPage } from "../../shared/connection.ts";
import { ToasterContext } from "../../shared/toasterContext.ts";
import { applyTheme } from "../../shared/testing/theme.ts";
import { GanttContext, createActions } from "../state/actions.ts";
import type { GanttParts } from "../state/actions.ts";
import { readPersistedState } from "../state/persistedState.ts";
import { createState } from "../state/state.ts";
import { LinkPopover } from "../panels/LinkPopover.tsx";
import { ShownPanel } from "../proposal/ShownPanel.tsx";
import { TableMode } from "../table/TableMode.tsx";
import { GanttToolbar } from "../panels/Toolbar.tsx";
import { fakeHost } from "./fakeHost.ts";
import type { FakeHost, FakeOptions } from "./fakeHost.ts";

export interface PanelsPage extends FakeHost, GanttParts {
  close(): void;
}

export async function openPanels(options: FakeOptions = {}): Promise<PanelsPage> {
  applyTheme("dark");
  const root = document.createElement("main");
  root.id = "root";
  document.body.append(root);
  const fake = fakeHost(options);
  const state = createState(readPersistedState(options.kept));
  const connection = connectPage<GanttContract>(fake.host.channel, state);
  const actions = createActions(state, connection);
  render(
    <ToasterContext.Provider value={connection.toaster}>
      <GanttContext.Provider value={{ state, actions }}>
        <Page state={state} />
      </GanttContext.Provider>
    </ToasterContext.Provider>,
    root,
  );
  await actions.start();
  return {
    ...fake,
    state,
    actions,
    close: () => {
      actions.flush();
      render(null, root);
      root.remove();
      document.querySelectorAll("[role=status]").forEach((element) => element.remove());
    },
  };
}

function Page({ state }: Pick<GanttParts, "state">) {
  return (
    <div class="gantt-page">
      <h1 class="visually-hidden">Chart</h1>
      <GanttToolbar />
      <div class="content">
        {state.switches.value.table ? <TableMode /> : <div class="chart-frame" />}
        <ShownPanel />
      </div>
      <LinkPopover />
      <ToastArea />
    </div>
  );
}
