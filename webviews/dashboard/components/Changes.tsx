// Changes by others since the last visit of the page.
import { t } from "@vscode/l10n";
import { useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { useNow } from "../../shared/clock.ts";
import { ChangeList } from "../../shared/changes/ChangeList.tsx";
import type { HistoryContext } from "../../shared/history/historySentences.ts";
import { noLocale } from "../../shared/text/language.ts";
import { agoText } from "../../shared/text/names.ts";
import { useDashboard } from "../state/actions.ts";
import { Card, Nothing } from "./Card.tsx";

export function Changes() {
  const { state, actions } = useDashboard();
  const toggle = useRef<HTMLButtonElement>(null);
  const now = useNow();
  const past = state.past.value;
  const snapshot = state.snapshot.value;
  const changes = past?.history.changes ?? null;
  const locale = state.locale.value;
  if (snapshot === null) return null;
  // Sentences need the locale.
  if (past === null || past.since === null || changes === null || locale === noLocale) {
    return (
      <Card title={t("Since you were here")} class="changes-card">
        <div class="pending" aria-busy="true" />
      </Card>
    );
  }
  const context: HistoryContext = { locale, today: snapshot.today, assignees: snapshot.project.assignees };
  const showsAll = state.showsAllChanges.value;
  const isCut = changes.more > 0 || changes.actors.some(({ more, subjects }) => more > 0 || subjects.some((subject) => subject.more > 0));
  const showAll = (): void => {
    actions.showAllChanges(true);
    // The button that was used disappears with the answer.
    toggle.current?.focus({ preventScroll: true });
  };
  const control = (isCut || showsAll) && (
    <Button kind="link" buttonRef={toggle} onClick={() => actions.showAllChanges(!showsAll)}>
      {showsAll ? t("Show fewer") : t("Show all")}
    </Button>
  );
  return (
    <Card title={t("Since you were here")} class={showsAll ? "changes-card all" : "changes-card"} control={control}>
      <p class="card-text">{t("Changes by others since your last visit, {0}", agoText(new Date(past.since).toISOString(), now, locale))}</p>
      {changes.actors.length === 0 && <Nothing>{t("Nobody else has changed anything.")}</Nothing>}
      <ChangeList
        actors={changes.actors}
        context={context}
        openTask={(id) => actions.open({ kind: "task", id })}
        openSession={(id) => actions.open({ kind: "sessions", id })}
        showAll={showAll}
      />
      {changes.more > 0 && (
        <Button kind="link" class="more" onClick={showAll}>
          {changes.more === 1 ? t("and 1 more person or agent") : t("and {0} more people or agents", changes.more)}
        </Button>
      )}
    </Card>
  );
}
