// Popover that edits or deletes a dependency.
import { t } from "@vscode/l10n";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { TargetedToggleEvent } from "preact";
import { announce } from "../../shared/messages/announcer.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { placeAt } from "../../shared/components/Popover.tsx";
import { dependencyKindName } from "../../shared/text/dependencyKinds.ts";
import { dependencyKinds } from "../../contract/generated/values.ts";
import { useGantt } from "../state/actions.ts";
import type { ChosenLink } from "../state/state.ts";
import { openLink, takeRefusal } from "../state/openLink.ts";

export function LinkPopover() {
  const { state } = useGantt();
  const link = state.link.value;
  return link === null ? null : <Panel key={link.to} link={link} />;
}

const greatestLag = 1000;

function Panel({ link }: { link: ChosenLink }) {
  const { state, actions } = useGantt();
  const heading = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [kind, setKind] = useState(link.kind);
  const [lag, setLag] = useState(String(link.lag));
  const [problem, setProblem] = useState<string | null>(null);
  useLayoutEffect(() => {
    setKind(link.kind);
    setLag(String(link.lag));
    setProblem(null);
  }, [link]);
  const readOnly = state.readOnly.value !== null;
  const { rows, links } = state.view.value;
  const titleOf = (id: string): string => rows.find((row) => row.id === id)?.title ?? id;
  /** All dependencies of the task. */
  const waits = links.filter(({ to }) => rows[to]?.id === link.to);
  const exists = waits.some(({ from }) => rows[from]?.id === link.from);
  const look = (id: string): void => {
    const other = waits.find(({ from }) => rows[from]?.id === id);
    if (other !== undefined) openLink(state, other, link.at);
  };

  const close = (): void => panel.current?.hidePopover();

  useLayoutEffect(() => {
    const { current: popover } = panel;
    if (popover === null) return;
    if (!popover.matches(":popover-open")) popover.showPopover();
    const { x, y } = link.at;
    placeAt(popover, { left: x, top: y, bottom: y });
    if (!popover.contains(document.activeElement)) (popover.querySelector<HTMLElement>("select:enabled") ?? popover.querySelector("button"))?.focus();
  }, [link]);

  useEffect(() => {
    if (exists) return;
    announce(t("The dependency is no longer there."));
    close();
  }, [exists]);

  const onToggle = (event: TargetedToggleEvent<HTMLElement>): void => {
    // It may have closed because another dependency was clicked, which is shown by now.
    if (event.newState === "closed" && state.link.peek() === link) state.link.value = null;
  };

  const settle = async (change: Promise<boolean>): Promise<void> => {
    // A question about a missing estimate is shown outside of this popover.
    if ((await change) || state.notice.peek()?.missingEstimate !== undefined) close();
    else setProblem(takeRefusal(state));
  };

  const save = (event: Event): void => {
    event.preventDefault();
    const days = Number(lag);
    if (lag.trim() === "" || !Number.isInteger(days) || Math.abs(days) > greatestLag) {
      setProblem(t("The lag must be a whole number of working days from {0} to {1}.", -greatestLag, greatestLag));
      panel.current?.querySelector("input")?.focus();
    } else if (kind === link.kind && days === link.lag) close();
    else void settle(actions.addLink(link.from, link.to, kind, days));
  };

  return (
    <div ref={panel} class="link-popover" popover="auto" role="dialog" aria-labelledby={heading} onToggle={onToggle}>
      <header>
        <h2 id={heading}>{t("Dependency")}</h2>
        <Button icon="close" label={t("Close")} onClick={close} />
      </header>
      <form noValidate onSubmit={save}>
        <strong class="link-end">{titleOf(link.to)}</strong>
        <select
          class="field"
          aria-label={t("Kind")}
          value={kind}
          disabled={readOnly}
          onChange={(event) => setKind(dependencyKinds.find((other) => other === event.currentTarget.value) ?? kind)}
        >
          {dependencyKinds.map((other) => (
            <option key={other} value={other}>
              {dependencyKindName(other)}
            </option>
          ))}
        </select>
        {waits.length < 2 ? (
          <strong class="link-end">{titleOf(link.from)}</strong>
        ) : (
          <select class="field link-end" aria-label={t("Waits for")} value={link.from} onChange={(event) => look(event.currentTarget.value)}>
            {waits.map(({ from }) => (
              <option key={rows[from]?.id} value={rows[from]?.id}>
                {rows[from]?.title}
              </option>
            ))}
          </select>
        )}
        <label for={`${heading}-lag`}>{t("Lag")}</label>
        <div class="lag">
          <input
            id={`${heading}-lag`}
            class="field"
            type="text"
            inputMode="numeric"
            autocomplete="off"
            value={lag}
            readOnly={readOnly}
            aria-invalid={problem !== null}
            aria-describedby={`${heading}-unit ${heading}-overlap${problem === null ? "" : ` ${heading}-problem`}`}
            onInput={(event) => {
              setLag(event.currentTarget.value);
              setProblem(null);
            }}
            onKeyDown={(event) => {
              const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
              if (by === undefined || readOnly || !Number.isInteger(Number(lag))) return;
              event.preventDefault();
              setLag(String(Number(lag) + by));
            }}
          />
          <span id={`${heading}-unit`} class="faint">
            {t("working days")}
          </span>
        </div>
        <p id={`${heading}-overlap`} class="field-hint">
          {t("A negative lag is an overlap.")}
        </p>
        {problem !== null && (
          <p class="notice" role="alert" id={`${heading}-problem`}>
            <Icon name="error" />
            <span>{problem}</span>
          </p>
        )}
        {!readOnly && (
          <footer>
            <Button kind="outlined" icon="trash" onClick={() => void settle(actions.removeLink(link.from, link.to))}>
              {t("Delete")}
            </Button>
            <button type="submit" class="button primary">
              {t("Save")}
            </button>
          </footer>
        )}
      </form>
    </div>
  );
}
