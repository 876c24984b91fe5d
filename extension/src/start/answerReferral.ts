// Answers a request of another project: by a request to it, which the `handoff` command leaves there.

import { l10n, Uri, window } from "vscode";
import type { LibraryReferral } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import { askText } from "../support/askText.ts";
import { explainElsewhere, findHandoff, type CommandHost } from "../support/handoffProgram.ts";
import type { Project } from "../workspace/project.ts";

/** Asks for the answer and leaves it in the project that sent the referral; then offers to settle the referral. */
export async function answerReferral(
  context: CommandContext,
  project: Project,
  { id, summary, sourceProject, sourceFolder, status }: LibraryReferral,
  hosts: { folder: string; command: CommandHost },
): Promise<void> {
  const title = l10n.t("Answer to {0}", sourceProject);
  const answer = await askText({ title, prompt: l10n.t("One sentence about “{0}”. It is left in the inbox of that project.", summary) }, l10n.t("Enter an answer"));
  if (answer === undefined) return;
  // The answer is the last argument, whatever it begins with.
  const args = ["referral", "send", "--folder", sourceFolder, "--type", "info", "--details", l10n.t("Answers {0}: {1}", id, summary), "--", answer];
  const found = await findHandoff(hosts.folder, hosts.command);
  if (found === undefined) return;
  if (found === "elsewhere") return await explainElsewhere(hosts.folder, args);
  const { code, errors } = await found.command.run(found.launch, args, Uri.parse(hosts.folder, true).fsPath);
  if (code !== 0) {
    void window.showErrorMessage(l10n.t("The answer was not sent: {0}", errors.trim()));
    return;
  }
  const settle = l10n.t("Mark as Settled");
  const sent = l10n.t("The answer is in the inbox of {0}.", sourceProject);
  const chosen = await window.showInformationMessage(sent, ...(status === "resolved" ? [] : [settle]));
  if (chosen === settle) await context.run(project, { kind: "setReferralStatus", id, status: "resolved" });
}
