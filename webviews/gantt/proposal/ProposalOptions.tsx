// Options of auto-schedule. Each change shows its result immediately.
import { t } from "@vscode/l10n";
import { useId } from "preact/hooks";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { HintedDateInput } from "../../shared/dateField/DateInput.tsx";
import { namedDay } from "../../shared/text/dates.ts";
import { useGantt } from "../state/actions.ts";
import type { Scheduling } from "./scheduling.ts";

export function ProposalOptions({ scheduling }: { scheduling: Scheduling }) {
  const { state } = useGantt();
  const from = useId();
  const level = useId();
  const options = scheduling.options.value;
  const today = state.snapshot.value?.today ?? "";
  const day = options.from === "" ? today : options.from;
  return (
    <div class="proposal-options" role="group" aria-label={t("Scheduling options")}>
      <label for={from}>{t("Start no earlier than")}</label>
      <HintedDateInput
        id={from}
        label={t("Start no earlier than")}
        value={day}
        isRequired
        locale={state.locale.value}
        today={today}
        hint={day === today ? t("Today") : namedDay(day, state.locale.value)}
        onDay={(chosen) => scheduling.choose({ from: chosen })}
      />
      <span>{t("Tasks of")}</span>
      <div class="option">
        <People scheduling={scheduling} />
      </div>
      <div class="option wide">
        <input
          id={level}
          type="checkbox"
          checked={options.level}
          onChange={(event) => scheduling.choose({ level: event.currentTarget.checked })}
        />
        <label for={level}>{t("Only resolve overbooked days (no task starts earlier)")}</label>
      </div>
    </div>
  );
}

function People({ scheduling }: { scheduling: Scheduling }) {
  const { state } = useGantt();
  const people = state.snapshot.value?.project.assignees ?? [];
  const { assignees: chosen } = scheduling.options.value;
  const toggle = (key: string): void => {
    const assignees = chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key];
    scheduling.choose({ assignees });
  };
  const items: MenuItem[] = people.map(({ key, name, color, kind }) => ({
    key: `person:${key}`,
    label: name,
    picture: <Avatar id={key} name={name} color={color} kind={kind} named={false} />,
    checked: chosen.includes(key),
    choose: () => toggle(key),
  }));
  items.push({ key: "nobody", label: t("Unassigned"), checked: chosen.includes(""), apart: items.length > 0, choose: () => toggle("") });
  const names = chosen.map((key) => people.find((person) => person.key === key)?.name ?? (key === "" ? t("Unassigned") : key));
  const text = names.length === 0 ? t("Everyone") : names.join(", ");
  return (
    <Menu label={t("Tasks of: {0}", text)} many searched items={items} class="outlined people">
      <span class="clipped">{text}</span>
    </Menu>
  );
}
