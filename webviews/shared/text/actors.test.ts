import { describe, expect, test } from "vitest";
import type { Actor } from "../../contract/generated/protocol.ts";
import { actorTitle, agoText, holderText, spokenActor } from "../../contract/texts/texts.ts";
import type { Translate } from "../../contract/translate.ts";

const t: Translate = (message, args = {}) => message.replaceAll(/\{(\w+)\}/gu, (blank, name: string) => args[name] ?? blank);
const codex: Actor = { kind: "agent", name: "codex" };

describe("actors", () => {
  test.each<[Actor, spoken: string, title: string]>([
    [codex, "agent codex", "codex · agent"],
    [{ ...codex, version: "1.2", conversation: "c-7" }, "agent codex", "codex 1.2 · agent · conversation c-7"],
    [{ kind: "human", name: "Maya" }, "Maya", "Maya · person"],
    [{ kind: "agent", name: "" }, "An agent", "An agent · agent"],
    [{ kind: "human", name: "" }, "Someone", "Someone · person"],
  ])("%o is named by kind", (actor, spoken, title) => {
    expect([spokenActor(actor, t), actorTitle(actor, t)]).toEqual([spoken, title]);
  });
});

describe("how long ago a holder was heard of", () => {
  const now = Date.parse("2026-12-01T08:00:00Z");
  test.each([
    ["2026-12-01T07:59:01Z", "just now"],
    ["2026-12-01T07:59:00Z", "1 min. ago"],
    ["2026-12-01T07:46:30Z", "13 min. ago"],
    ["2026-12-01T05:30:00Z", "2 hr. ago"],
    ["2026-11-30T08:00:00Z", "yesterday"],
    ["2026-11-05T08:00:00Z", "26 days ago"],
    ["2026-09-01T08:00:00Z", "3 months ago"],
    ["2024-11-01T08:00:00Z", "2 years ago"],
    ["", ""],
    ["2026-12-01T09:00:00+01:00", "just now"],
    ["2026-12-01T08:05:00Z", "just now"],
    ["yesterday", "just now"],
  ])("%s is %s", (at, ago) => {
    expect(agoText(at, now, "en", t)).toBe(ago);
  });

  test("is said with the holder, in the language of the user", () => {
    const holder = { actor: codex, since: "", heardAt: "2026-12-01T07:57:00Z" };
    expect(holderText(holder, now, "en", t)).toBe("Held by agent codex, heard 3 min. ago");
    expect(agoText(holder.heardAt, now, "ja", t)).toBe("3 分前");
  });
});
