// Registers commands so that every error is logged and shown.

import { commands, l10n, window, type Disposable, type LogOutputChannel } from "vscode";
import { errorStack, errorText } from "../../../webviews/contract/texts/texts.ts";

/** Runs a command. The caller of the command decides the arguments. */
export type CommandHandler = (...args: unknown[]) => unknown;

/** Command IDs with their handlers. */
export type CommandTable = Record<`handoff.${string}`, CommandHandler>;

export function registerCommands(table: CommandTable, log: LogOutputChannel): Disposable[] {
  return Object.entries(table).map(([id, run]) =>
    commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        return await run(...args);
      } catch (error) {
        log.error(`${id}: ${errorStack(error)}`);
        void window.showErrorMessage(
          l10n.t("The command failed: {0}", errorText(error)),
        );
        return undefined;
      }
    }),
  );
}
