import { expect, it } from "vitest";
import type { Filter } from "../../contract/generated/protocol.ts";
import { withToggledValue } from "./chipFilter.ts";
import type { ChipField } from "./chipFilter.ts";

it.each<[Filter, ChipField, string, Filter]>([
  [{}, "labels", "ops", { labels: ["ops"] }],
  [{ labels: ["ops"], text: "tide" }, "labels", "api", { labels: ["ops", "api"], text: "tide" }],
  [{ labels: ["ops"] }, "labels", "ops", {}],
  [{ assignees: ["noor"] }, "milestones", "beta", { assignees: ["noor"], milestones: ["beta"] }],
  [{ priorities: [null] }, "priorities", "high", { priorities: [null, "high"] }],
  [{}, "overdue", "", { overdue: true }],
  [{ overdue: true }, "overdue", "", {}],
])("%j with a click on %s %s is %j", (filter, field, value, next) => {
  expect(withToggledValue(filter, field, value)).toEqual(next);
});
