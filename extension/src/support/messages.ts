// Messages of a project in VSCode's language.

import { l10n } from "vscode";
import type { Outcome, Text } from "../../../webviews/contract/generated/protocol.ts";
import { BadArgument, EngineTrap } from "../engine/supervisedEngine.ts";
import type { CommandResult, ReadOnlyReason, Refused } from "../../../webviews/contract/common.ts";
import { translateText } from "./vocabulary.ts";
import { errorText } from "../../../webviews/contract/texts/texts.ts";

export function editorMessages(): Messages {
  return {
    translate: translateText,
    result,
    readOnly: (reason) => ({ kind: "refused", code: "read-only", message: readOnlyText(reason) }),
    failure: (error) => {
      if (error instanceof BadArgument) return l10n.t("Invalid request: {0}", error.message);
      if (error instanceof EngineTrap) return l10n.t("Handoff ran into an internal error and made no further changes. Try again.");
      return l10n.t("The command failed: {0}", errorText(error));
    },
  };
}

function readOnlyText(reason: Exclude<ReadOnlyReason, null>): string {
  switch (reason) {
    case "untrusted":
      return l10n.t("This workspace is not trusted, so tasks are read-only.");
    case "readOnlyFileSystem":
      return l10n.t("This folder cannot be written, so tasks are read-only.");
  }
}

function result(outcome: Outcome): ReturnType<Messages["result"]> {
  switch (outcome.kind) {
    case "done": {
      const { changed, created, summary, warnings } = outcome;
      return { kind: "done", changed, created, summary: translateText(summary), warnings: warnings.map(translateText) };
    }
    case "refused": {
      const { code, text, ...about } = outcome.refusal;
      return { kind: "refused", code, message: translateText(text), ...about };
    }
    case "conflict":
    case "failed":
      return { kind: "failed", message: translateText(outcome.text) };
  }
}

/** The messages that a project needs. */
export interface Messages {
  /** Translates a sentence of the engine. */
  translate(text: Text): string;
  result(outcome: Outcome): CommandResult;
  readOnly(reason: Exclude<ReadOnlyReason, null>): Refused;
  /** Explains an error that is not a refusal. */
  failure(error: unknown): string;
}
