// The proof of a done criterion: what it is, whether it holds, by whom, when, and whether it is stale.
import { t } from "@vscode/l10n";
import { useNow } from "../../shared/clock.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { agoText } from "../../shared/text/names.ts";
import { proofText } from "../../shared/text/proofs.ts";
import { useEditor } from "../state/actions.ts";

/** Nothing if the criterion has no proof. */
export function ProofLine({ item }: { item: string }) {
  const { state } = useEditor();
  const now = useNow();
  const proof = state.task.value?.criterionDetails?.find((detail) => detail.item === item)?.proof;
  if (proof === undefined) return null;
  const { kind, target, exitCode, output, at, by } = proof;
  const { locale } = state.fieldContext.value;
  const failed = kind === "command" && exitCode !== 0;
  const stale = state.knowledge.value?.staleProofs?.find((proven) => proven.item === item)?.files ?? [];
  const text = t("{proof}, by {name}, {day}", { proof: proofText(kind, target, exitCode), name: by, day: agoText(at, now, locale) });
  const line = (
    <>
      <Icon name={failed ? "error" : "verified"} label={failed ? t("Failed") : t("Proof")} class={failed ? "proof-failed" : "proof-holds"} />
      <span title={timeText(at, locale)}>{text}</span>
      {stale.length > 0 && (
        <span class="proof-stale">
          <Icon name="warning" />
          {t("Stale: {files} changed since", { files: stale.join(", ") })}
        </span>
      )}
    </>
  );
  if (output === undefined) return <div class="proof muted">{line}</div>;
  return (
    <details class="proof muted">
      <summary>{line}</summary>
      <pre>{output}</pre>
    </details>
  );
}
