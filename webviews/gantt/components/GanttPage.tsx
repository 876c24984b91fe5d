// The page as a whole: toolbar, chart and what lies over it, and a sentence in its place where there is nothing to show.
import type { Signal } from "@preact/signals";
import { t } from "@vscode/l10n";
import { ReadOnlyBanner } from "../../shared/components/ReadOnlyBanner.tsx";
import { ToastArea } from "../../shared/components/Toast.tsx";
import type { Toaster } from "../../shared/components/Toast.tsx";
import { GanttContext } from "../context.ts";
import type { GanttParts } from "../context.ts";
import type { Kept } from "../kept.ts";

export function GanttPage({ parts, toaster, place }: { parts: GanttParts; toaster: Toaster; place: Signal<Kept["place"]> }) {
  const { state } = parts;
  return (
    <GanttContext.Provider value={parts}>
      <div class="gantt-page" data-place={place.value?.top}>
        <h1 class="visually-hidden">{state.snapshot.value?.project.name || t("Gantt chart")}</h1>
        <ReadOnlyBanner reason={state.readOnly.value} />
        <div class="foot">
          <ToastArea toaster={toaster} />
        </div>
      </div>
    </GanttContext.Provider>
  );
}
