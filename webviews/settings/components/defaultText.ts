// The default of a setting in words.
import { t } from "@vscode/l10n";
import type { Setting } from "../../contract/generated/protocol.ts";
import { dayFormatter } from "../../shared/text/dates.ts";
import { asDate, dayOf } from "../../shared/time/days.ts";
import { textsOf, weekdays } from "../rules/values.ts";

export function weekdayName(day: string, locale: string): string {
  return dayFormatter(locale, "weekdayName").format(asDate(dayOf(day) ?? 0));
}

/** Returns the default for people; empty if there is none. */
export function defaultText({ control, default: value }: Setting, locale: string): string {
  if (typeof value === "boolean") return value ? t("on") : t("off");
  if (typeof value === "number") return value.toLocaleString(locale);
  if (typeof value === "string") return value;
  const texts = textsOf(value);
  if (control === "weekdays") return weekdays.filter(({ name }) => texts.includes(name)).map(({ day }) => weekdayName(day, locale)).join(", ");
  return texts.join(", ");
}
