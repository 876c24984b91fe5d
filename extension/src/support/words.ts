// The sentences of a project, by the editor's translations.

import { l10n } from "vscode";
import type { Outcome, Text } from "../../../webviews/contract/generated/protocol.ts";
import { BadArgument, EngineTrap } from "../engine/supervisedEngine.ts";
import type { Words } from "../workspace/words.ts";
import { STATUSES, statusName } from "./vocabulary.ts";

/** A sentence of the engine in the person’s language. */
export function say({ template, args }: Text): string {
  const status = STATUSES.find((known) => known === args["status"]);
  return l10n.t(template, status === undefined ? args : { ...args, status: statusName(status) });
}

export function editorWords(): Words {
  return {
    say,
    result,
    readOnly: (reason) => {
      switch (reason) {
        case "untrusted":
          return l10n.t("This workspace is not trusted, so Handoff shows its tasks and does not change them.");
        case "readOnlyFileSystem":
          return l10n.t("This folder cannot be written, so Handoff shows its tasks and does not change them.");
      }
    },
    failure: (error) => {
      if (error instanceof BadArgument) return l10n.t("The request makes no sense to Handoff: {0}", error.message);
      if (error instanceof EngineTrap) return l10n.t("Handoff hit a defect of its own and changed nothing more. Please try again.");
      return l10n.t("Handoff could not do this: {0}", error instanceof Error ? error.message : String(error));
    },
    get unsaved() {
      return l10n.t("Nothing was changed, because the file has unsaved changes in an editor. Save or revert it and try again.");
    },
  };
}

function result(outcome: Outcome): ReturnType<Words["result"]> {
  switch (outcome.kind) {
    case "done": {
      const { changed, created, summary, warnings } = outcome;
      return { kind: "done", changed, created, summary: say(summary), warnings: warnings.map(say) };
    }
    case "refused": {
      const { code, text, ...about } = outcome.refusal;
      return { kind: "refused", code, message: say(text), ...about };
    }
    case "conflict":
    case "failed":
      return { kind: "failed", message: say(outcome.text) };
  }
}
