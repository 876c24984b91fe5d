// Legend of a picture: only the colors and lines that it contains. Pure.
import { t } from "@vscode/l10n";
import { statusName } from "../../shared/text/names.ts";
import { statuses } from "../../contract/generated/values.ts";
import { element, text, widthOf } from "../../shared/picture/svgText.ts";
import type { SvgText } from "../../shared/picture/svgText.ts";
import { printTheme, statusFill } from "./printTheme.ts";
import type { PictureInput } from "./pictureInput.ts";

const size = 11;

export function legendOf({ rows, links, mode, critical, slack }: PictureInput): { shapes: SvgText[]; width: number } {
  const entries: [sign: SvgText, name: string][] = statuses
    .filter((status) => rows.some((row) => row.status === status))
    .map((status) => [bar({ fill: statusFill[status], "fill-opacity": 0.7, stroke: statusFill[status] }), statusName(status)]);
  const add = (when: boolean, sign: SvgText, name: string): void => void (when && entries.push([sign, name]));
  add(critical && rows.some((row) => row.critical === true), bar({ fill: "none", stroke: printTheme.critical, "stroke-width": 2 }), t("Critical path"));
  add(slack && rows.some((row) => (row.slack ?? 0) > 0), stroke(printTheme.link, "2 2"), t("Slack"));
  add(mode === "compare", bar({ fill: printTheme.muted, y: 5, height: 5 }), t("Actual"));
  add(rows.some((row) => row.baselineDue !== undefined), bar({ fill: printTheme.baseline, y: 5, height: 3 }), t("Baseline"));
  add(links.some(({ broken = false }) => broken), stroke(printTheme.broken, "4 3"), t("Violated dependency"));
  let x = 4;
  const shapes = entries.map(([sign, name]) => {
    const at = x;
    x += 30 + widthOf(name, size) + 18;
    return element("g", { transform: `translate(${Math.round(at)} 14)` }, [sign, element("text", { x: 30, y: 10, "font-size": size, fill: printTheme.muted }, [text(name)])]);
  });
  return { shapes, width: x };
}

function bar(looks: Record<string, string | number>): SvgText {
  return element("rect", { x: 1, y: 1, width: 22, height: 10, rx: 2, ...looks });
}

function stroke(color: string, dashes: string): SvgText {
  return element("path", { d: "M1 6H23", stroke: color, "stroke-width": 1.5, "stroke-dasharray": dashes });
}
