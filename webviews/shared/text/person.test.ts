import { describe, expect, it, vi } from "vitest";
import { initials, personColors } from "./person.ts";

describe("initials", () => {
  it.each([
    ["Maya Ito", "MI"],
    ["健二", "健"],
    ["森 はるか", "森"],
    ["マレン　オーネ", "マ"],
    ["김 민수", "김"],
    ["Taro 山田", "T"],
    ["ai", "A"],
    ["Anna Maria von Berg", "AB"],
    ["👩‍💻 dev", "👩‍💻D"],
    ["e\u0301lan", "E\u0301"],
    ["한국", "한"],
    ["7th", "7"],
    ["", ""],
  ])("of %s are %s", (name, letters) => {
    expect(initials(name)).toBe(letters);
  });

  it("of plain names create no segmenter, which is slow in a browser", async () => {
    vi.resetModules();
    const { initials: fresh } = await import("./person.ts");
    const created = vi.spyOn(Intl, "Segmenter");
    for (const name of ["maya", "Maya Ito", "健二", "7th", ""]) fresh(name);
    expect(created).not.toHaveBeenCalled();
  });
});

function contrast(background: string, text: string): number {
  const channels = background.match(/\d+/gu)?.map((channel) => Number(channel) / 255) ?? [];
  const [red = 0, green = 0, blue = 0] = channels.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return text === "black" ? (light + 0.05) / 0.05 : 1.05 / (light + 0.05);
}

it("initials are readable on every colour", () => {
  const colors = ["#000000", "#ffffff", "#2F80ED", "#777777", "#F2C94C", "", "red", "#fff"];
  for (const color of colors) {
    for (const key of ["maya", "kenji", "ai", "エージェント"]) {
      const { background, text } = personColors(color, key);
      expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5);
    }
  }
});
