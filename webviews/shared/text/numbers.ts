// Numbers in the user's language. Pure; formatters are cached because creating one is slow.
import { noLocale } from "./language.ts";

const forms = {
  plain: { maximumFractionDigits: 2 },
  rounded: { maximumFractionDigits: 1 },
  compact: { notation: "compact", maximumSignificantDigits: 3 },
  days: { style: "unit", unit: "day", unitDisplay: "long", signDisplay: "exceptZero" },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

const formatters = new Map<string, Intl.NumberFormat>();

function format(value: number, form: keyof typeof forms, locale: string): string {
  if (locale === noLocale) return "";
  const key = `${form} ${locale}`;
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, forms[form]);
  formatters.set(key, formatter);
  return formatter.format(value);
}

/** Formats with at most two decimals. */
export function numberText(value: number, locale: string): string {
  return format(value, "plain", locale);
}

/** Formats with at most one decimal: hours in figures, charts and tables, so that one number looks the same in all. */
export function roundedText(value: number, locale: string): string {
  return format(value, "rounded", locale);
}

/** Formats a large count in few characters, for example "1.25M". */
export function compactText(count: number, locale: string): string {
  return format(count, "compact", locale);
}

/** Formats a count. Small ones look the same in every locale; large ones are plain digits until the first paint. */
export function countText(count: number, locale: string): string {
  return count < 1000 || locale === noLocale ? String(count) : numberText(count, locale);
}

/** Returns a share in whole percent: rounded down, so that 100 means all, but something is never 0. */
export function wholePercent(done: number, total: number): number {
  return total === 0 ? 0 : Math.max(done > 0 ? 1 : 0, Math.floor((done * 100) / total));
}

/** Formats hours with at most two decimals. */
export function formatHours(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }).format(value);
}

/** For example "+2 days". */
export function lagText(days: number, locale: string): string {
  return format(days, "days", locale);
}

/** Parses typed hours, with a decimal point or comma; null for other text. */
export function parseHours(text: string): number | null {
  const digits = text.trim().replace(",", ".");
  return /^[-+]?(?:\d+\.?\d*|\.\d+)$/u.test(digits) ? Number(digits) : null;
}
