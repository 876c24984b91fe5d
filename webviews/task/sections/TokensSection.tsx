// The tokens that agents have used for the task and its subtasks, and what they cost.
import { t } from "@vscode/l10n";
import type { UsageTotal } from "../../contract/generated/protocol.ts";
import { ActorIcon } from "../../shared/components/Icons.tsx";
import { spokenActor } from "../../shared/text/names.ts";
import { compactText, numberText } from "../../shared/text/numbers.ts";
import { useEditor } from "../state/actions.ts";
import { Section } from "./Section.tsx";

export function TokensSection() {
  const { state } = useEditor();
  const usage = state.task.value?.usage;
  if (usage === undefined) return null;
  const { locale } = state.fieldContext.value;
  const { total, currency = "", agents } = usage;
  return (
    <Section name="tokens" title={t("Tokens of agents")} beside={<span class="muted">{costText(total, currency, locale) ?? compactText(sum(total), locale)}</span>}>
      <ul class="entries">
        {agents.map(({ actor, model, total: used }) => (
          <li key={`${actor.name} ${model}`} class="event-line">
            <ActorIcon kind={actor.kind} />
            <span>
              {spokenActor(actor)} <span class="muted">{model}</span>
              <br />
              <span class="muted">
                {t("{input} read, {cached} from the cache, {output} written", {
                  input: compactText(used.tokens.input, locale),
                  cached: compactText(used.tokens.cached, locale),
                  output: compactText(used.tokens.output, locale),
                })}
              </span>
            </span>
            <span class="muted">{costText(used, currency, locale)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function sum({ tokens: { input, cached, output } }: UsageTotal): number {
  return input + cached + output;
}

/** For example "1.25 EUR"; undefined without prices. */
function costText({ cost }: UsageTotal, currency: string, locale: string): string | undefined {
  return cost === undefined ? undefined : `${numberText(cost, locale)} ${currency}`.trim();
}
