// The focusable element around a chart in which a cursor moves.
import { t } from "@vscode/l10n";
import type { ComponentChildren, RefObject } from "preact";
import { useId } from "preact/hooks";
import type { useCursor } from "./useCursor.ts";

interface CursorFrameProps {
  frame: RefObject<HTMLDivElement | null>;
  title: string;
  /** Says which keys move the cursor. */
  help: string;
  handlers: ReturnType<typeof useCursor>["handlers"];
  onPointerMove(event: PointerEvent): void;
  children: ComponentChildren;
}

export function CursorFrame({ frame, title, help, handlers, onPointerMove, children }: CursorFrameProps) {
  const id = useId();
  return (
    <div
      {...handlers}
      ref={frame}
      class="chart-plot"
      role="application"
      aria-roledescription={t("chart")}
      aria-label={title}
      aria-describedby={id}
      tabIndex={0}
      onPointerMove={onPointerMove}
    >
      <p id={id} class="visually-hidden">
        {help}
      </p>
      {children}
    </div>
  );
}
