// The score of a closed session as a handover: its parts, and what to fix.
import { t } from "@vscode/l10n";
import type { HandoverScore, ScorePart, ScorePartKind } from "../../contract/generated/protocol.ts";
import { Section } from "../../shared/listPage/Section.tsx";
import { translateText } from "../../shared/text/names.ts";
import { useSessions } from "../state/actions.ts";

function partName(kind: ScorePartKind): string {
  switch (kind) {
    case "complete":
      return t("Complete");
    case "specific":
      return t("Specific");
    case "grounded":
      return t("Files unchanged");
    case "fresh":
      return t("Fresh");
    case "used":
      return t("Used by the next session");
  }
}

export function Score({ id }: { id: string }) {
  const { state } = useSessions();
  const known = state.details.value;
  const score: HandoverScore | null = known?.id === id ? known.details.score : null;
  if (score === null) return null;
  return (
    <Section title={t("Handover score")} count={score.parts.length} detail={t("{total} of 100", { total: score.total })}>
      <dl class="score-parts">
        {score.parts.map((part) => (
          <Part key={part.kind} part={part} />
        ))}
      </dl>
    </Section>
  );
}

function Part({ part: { kind, percent, remarks } }: { part: ScorePart }) {
  return (
    <div>
      <dt>{partName(kind)}</dt>
      <dd class="score-percent">{percent === null ? "–" : `${percent}%`}</dd>
      <dd class={percent === null ? "muted" : ""} dir="auto">
        {remarks.map(translateText).join(" ")}
      </dd>
    </div>
  );
}
