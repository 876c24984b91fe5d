// Menu of export formats. The page renders pictures, the engine exports the rest.
import { t } from "@vscode/l10n";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import type { GanttParts } from "../state/actions.ts";
import type { GanttState } from "../state/state.ts";
import { pictureOf } from "./picture.ts";
import type { Picture } from "../../shared/picture/raster.ts";
import { pngOf, scaleOf } from "../../shared/picture/raster.ts";

export function exportItems({ state, actions }: GanttParts): MenuItem[] {
  const png = async (): Promise<void> => {
    const picture = draw(state);
    try {
      const base64 = await pngOf(picture);
      if (scaleOf(picture) < 1) actions.warn(t("The chart is too large for a PNG, so it was drawn at {0}% of its size. SVG has no such limit.", Math.floor(scaleOf(picture) * 100)));
      actions.save({ format: "png", base64 });
    } catch {
      actions.warn(t("The chart could not be drawn as PNG. Save it as SVG instead."));
    }
  };
  const pictures: MenuItem[] = [
    { key: "svg", label: t("Picture (SVG)"), choose: () => actions.save({ format: "svg", text: draw(state).svg }) },
    { key: "png", label: t("Picture (PNG)"), choose: () => void png() },
  ];
  const files: MenuItem[] = [
    { key: "csv", label: t("Table (CSV)"), apart: true, choose: () => actions.save({ format: "csv" }) },
    { key: "iCalendar", label: t("Calendar (iCalendar)"), choose: () => actions.save({ format: "iCalendar" }) },
    { key: "msProject", label: t("Microsoft Project (XML)"), choose: () => actions.save({ format: "msProject" }) },
  ];
  return [...pictures, ...files];
}

/** Renders the visible rows and the links between them. */
function draw(state: GanttState): Picture {
  const { milestones, calendars, links, today } = state.view.value;
  const { project } = state.snapshot.value ?? {};
  const { mode, group } = state.choices.value;
  const { critical, slack } = state.switches.value;
  const lines = new Map(state.shown.value.map((row, at) => [row, at]));
  return pictureOf({
    title: project?.name ?? "",
    rows: state.shown.value.flatMap((at) => state.rows.value[at] ?? []),
    links: links.flatMap((link) => {
      const [from, to] = [lines.get(link.from), lines.get(link.to)];
      return from === undefined || to === undefined ? [] : [{ ...link, from, to }];
    }),
    milestones,
    calendars,
    today,
    mode,
    group,
    px: state.px.value,
    critical,
    slack,
    names: new Map(project?.assignees.map(({ key, name }) => [key, name])),
    locale: state.locale.value,
  });
}
