// Load per assignee in days or weeks, below the bars. Stays visible while rows scroll.
import { t } from "@vscode/l10n";
import { useGantt } from "../state/actions.ts";
import { dayText, hoursText } from "../time/dayNames.ts";
import { loadSlots } from "../time/loadSlots.ts";
import type { Slot } from "../time/loadSlots.ts";
import type { Viewport } from "./viewport.ts";
import { xOf } from "../time/scale.ts";
import { loadHeight } from "./scene.ts";

/** Maximum number of people, so that the tasks keep enough room. */
const most = 8;
/** Minimum width of a slot that says its share, in pixels. */
const leastForNumber = 34;

export function Loads({ viewport }: { viewport: Viewport }) {
  const { state } = useGantt();
  const { loads, calendars } = state.view.value;
  if (!state.choices.value.showWorkload || loads.length === 0) return null;
  const scale = viewport.scale.value;
  const { left, right } = viewport.window.value;
  const [from, to] = [scale.origin + left / scale.px, scale.origin + right / scale.px];
  const people = new Map(state.snapshot.value?.project.assignees.map((person) => [person.key, person.name]));
  const locale = state.locale.value;
  return (
    <div class="loads" role="presentation" data-still>
      {loads.slice(0, most).map((load) => {
        const name = load.assignee === "" ? t("Unassigned") : (people.get(load.assignee) ?? load.assignee);
        const slots = loadSlots(load, calendars, scale.px, from, to);
        return (
          <div key={load.assignee} class="load-line" style={{ height: `${loadHeight}px` }} aria-hidden="true">
            <span class="load-name">
              <span class="clipped">{name}</span>
            </span>
            {slots.map((slot) => (
              <span
                key={slot.first}
                class={slot.isOverbooked ? "load-slot overbooked" : "load-slot"}
                style={{ left: `${xOf(scale, slot.first)}px`, width: `${(slot.after - slot.first) * scale.px - 1}px` }}
                title={slotText(name, slot, load.limitPercent, locale)}
              >
                <span class="load-fill" style={{ height: `${Math.min(100, slot.share * 70)}%` }} />
                {(slot.after - slot.first) * scale.px >= leastForNumber && slot.capacity > 0 && (
                  <span class="load-number">{t("{0}%", Math.round(slot.share * 100))}</span>
                )}
              </span>
            ))}
          </div>
        );
      })}
      {loads.length > most && <p class="load-more">{t("and {0} more", loads.length - most)}</p>}
    </div>
  );
}

function slotText(name: string, { first, hours, capacity, isOverbooked }: Slot, limitPercent: number, locale: string): string {
  const text = t("{0}, {1}: {2} of {3}", name, dayText(first, "named", locale), hoursText(hours, locale), hoursText(capacity, locale));
  return isOverbooked ? t("{0}, overbooked: a day has more than {1}%", text, limitPercent) : text;
}
