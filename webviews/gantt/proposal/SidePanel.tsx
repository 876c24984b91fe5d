// The panel beside the chart: its heading, its focus and how it is closed.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { isInPopover } from "../../shared/keyboard/typing.ts";

export function SidePanel({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    // Not a button that changes something, which a stray key would press.
    (panel.current?.querySelector<HTMLElement>("input:enabled") ?? panel.current?.querySelector<HTMLElement>("header > .button"))?.focus();
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  return (
    <section
      ref={panel}
      class="proposal"
      aria-labelledby={heading}
      onKeyDown={(event) => {
        // A menu or calendar inside closes by itself.
        if (event.key !== "Escape" || isInPopover(event.target)) return;
        event.stopPropagation();
        close();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <Button icon="close" label={t("Close")} onClick={close} />
      </header>
      {children}
    </section>
  );
}
