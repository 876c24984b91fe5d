// What a proof of a done criterion is, in words.
import { t } from "@vscode/l10n";
import type { ProofKind } from "../../contract/generated/protocol.ts";

/** Returns a proof in a few words: "cargo test (exit code 0)", "commit 1a2b3c4", a path or a URL. */
export function proofText(kind: ProofKind, target: string, exitCode: number | null | undefined): string {
  if (kind === "commit") return t("commit {commit}", { commit: target });
  if (kind !== "command") return target;
  return exitCode === null || exitCode === undefined
    ? t("{command} (did not end)", { command: target })
    : t("{command} (exit code {code})", { command: target, code: exitCode });
}
