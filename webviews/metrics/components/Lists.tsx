// Short tables beside charts: factors of estimates, and the time of actors.
import { t } from "@vscode/l10n";
import type { EstimateGroup, Estimates, Report } from "../../contract/generated/protocol.ts";
import { ActorIcon } from "../../shared/components/Icons.tsx";
import { actorName } from "../../shared/text/names.ts";
import { numberText, roundedText } from "../../shared/text/numbers.ts";
import type { ChartContext } from "../charts/context.ts";
import { groupName } from "../charts/groups.ts";
import { dataOf } from "../state/state.ts";

/** Rows that a list shows. */
const MAX_ROWS = 8;

/** The factor of all tasks, of people and agents, and of the groups of the page: by assignee if there is no other grouping. */
export function Factors({ report, context }: { report: Report; context: ChartContext }) {
  const data = dataOf(report.series, "estimates");
  if (data === undefined || data.total.tasks === 0) return null;
  const isByLabel = context.group === "label";
  const members = isByLabel ? data.labels : data.assignees;
  const rows: [name: string, group: EstimateGroup][] = [
    [t("All tasks"), data.total],
    ...data.kinds.map((kind): [string, EstimateGroup] => [kind.key === "agent" ? t("Agents") : t("People"), kind]),
    ...members.slice(0, MAX_ROWS).map((member): [string, EstimateGroup] => [groupName(isByLabel ? "label" : "assignee", member.key, context.project), member]),
  ];
  const { locale } = context;
  const shared = data.kinds.reduce((sum, { tasks }) => sum + tasks, -data.total.tasks);
  return (
    <>
      <p>{needText(data, locale)}</p>
      <details>
        <summary>{isByLabel ? t("By label") : t("By person and agent")}</summary>
        <table class="facts">
          <thead>
            <tr>
              <th scope="col">{isByLabel ? t("Label") : t("Assignee")}</th>
              <th scope="col">{t("Tasks")}</th>
              <th scope="col">{t("Estimated hours")}</th>
              <th scope="col">{t("Actual hours")}</th>
              <th scope="col">{t("Factor")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, { tasks, estimateHours, actualHours, factor }]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{roundedText(tasks, locale)}</td>
                <td>{roundedText(estimateHours, locale)}</td>
                <td>{roundedText(actualHours, locale)}</td>
                <td>{factor === null ? "–" : numberText(factor, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {shared > 0 && <p>{t("Tasks that people and agents worked on together count for both: {0}.", roundedText(shared, locale))}</p>}
      </details>
    </>
  );
}

/** Says what part of the estimated hours the work needed: that of agents and of people, as far as both are known. */
function needText({ total, kinds }: Estimates, locale: string): string {
  const percent = ({ factor }: EstimateGroup): string => t("{0}%", roundedText(Math.round((factor ?? 0) * 100), locale));
  const find = (kind: string): EstimateGroup | undefined => kinds.find(({ key, factor }) => key === kind && factor !== null);
  const [agents, people] = [find("agent"), find("human")];
  if (agents !== undefined && people !== undefined) return t("Agents needed {0} of the estimated hours, people {1}.", percent(agents), percent(people));
  if (agents !== undefined) return t("Agents needed {0} of the estimated hours.", percent(agents));
  return t("The work needed {0} of the estimated hours.", percent(total));
}

/** The working time of all actors, of time entries and sessions, and of each actor. */
export function Actors({ report, locale }: { report: Report; locale: string }) {
  const data = dataOf(report.series, "sessions");
  if (data === undefined || data.totalHours === 0) return null;
  const hours = (value: number): string => t("{0} h", roundedText(value, locale));
  return (
    <details>
      <summary>{t("{0} of work, from time entries, and from sessions on days without an entry", hours(data.totalHours))}</summary>
      <table class="facts">
        <thead>
          <tr>
            <th scope="col">{t("Actor")}</th>
            <th scope="col">{t("Sessions")}</th>
            <th scope="col">{t("Hours")}</th>
          </tr>
        </thead>
        <tbody>
          {data.actors.slice(0, MAX_ROWS).map(({ name, kind, sessions, hours: time }) => (
            <tr key={`${kind ?? ""} ${name}`}>
              <th scope="row">
                {kind !== null && <ActorIcon kind={kind} />} {actorName({ kind: kind ?? "human", name })}
              </th>
              <td>{numberText(sessions, locale)}</td>
              <td>{roundedText(time, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
