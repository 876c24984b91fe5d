// A host with settings in memory. It knows no rule: it notes what the page asks for.
import type { CommandResult, Start } from "../../contract/common.ts";
import type { ProjectView, SettingsView } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import type { SettingsContract, SettingsSnapshot } from "../../contract/settings/settingsPage.ts";
import { fakeProjectView } from "../../shared/testing/fakeTasks.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";
import { sampleSettings } from "./sampleSettings.ts";

export interface SettingsHost extends MemoryHost<SettingsContract> {
  /** All requests that change or open something. */
  asked: { name: string; body: unknown }[];
  /** Sends what another program changed. */
  change(settings: SettingsView): void;
}

export interface SettingsOptions extends Partial<Start> {
  settings?: SettingsView;
  /** Why a command is refused; undefined if it is not. */
  refuse?: (command: PageCommand) => string | undefined;
}

export function fakeSettings({ settings = sampleSettings, refuse = () => undefined, strings = {}, locale = "en", readOnly = null }: SettingsOptions = {}, kept?: unknown): SettingsHost {
  let shown = settings;
  const asked: SettingsHost["asked"] = [];
  const project: ProjectView = { ...fakeProjectView([], {}), labelColors: [{ label: "tides", color: "#008080" }] };
  const snapshot = (): SettingsSnapshot => ({ project, today: "2026-11-25", readOnly, settings: shown });
  const host = memoryHost<SettingsContract>(
    {
      ready: () => ({ ...snapshot(), strings, locale }),
      execute: (command): CommandResult => {
        asked.push({ name: "execute", body: command });
        const message = refuse(command);
        if (message !== undefined) return { kind: "refused", code: "bad-value", message };
        return { kind: "done", changed: true, created: [], summary: `Did ${command.kind}`, warnings: [] };
      },
      openFile: () => void asked.push({ name: "openFile", body: null }),
      openPage: (page) => void asked.push({ name: "openPage", body: page }),
      openTask: (id) => void asked.push({ name: "openTask", body: id }),
    },
    kept,
  );
  return {
    ...host,
    asked,
    change(next) {
      shown = next;
      host.tell("changed", snapshot());
    },
  };
}
