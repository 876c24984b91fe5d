// The fonts of tests and pictures: development dependencies, so that text has the same width on every machine.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, tools } from "./paths.mjs";

/** Font files by package; only the weights that the surfaces use. */
const fontFolders = [
  ...["400Regular", "400Regular_Italic", "500Medium", "600SemiBold", "700Bold"].map((weight) => `inter/${weight}`),
  ...["400Regular", "500Medium", "600SemiBold", "700Bold"].map((weight) => `noto-sans-jp/${weight}`),
  ...["400Regular", "700Bold"].map((weight) => `jetbrains-mono/${weight}`),
  "noto-emoji/400Regular",
].map((name) => join(root, "node_modules", "@expo-google-fonts", ...name.split("/")));

/** The generic families and the fonts that stand behind them, in order. */
const families = {
  "sans-serif": ["Inter", "Noto Sans JP", "Noto Emoji"],
  "system-ui": ["Inter", "Noto Sans JP", "Noto Emoji"],
  serif: ["Inter", "Noto Sans JP", "Noto Emoji"],
  monospace: ["JetBrains Mono", "Noto Sans JP", "Noto Emoji"],
};

/** @param {string} name @param {string} text */
const element = (name, text) => `<${name}>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</${name}>`;

/** A fontconfig configuration that knows these fonts alone. @param {string} cache */
function configuration(cache) {
  const aliases = Object.entries(families).map(
    ([family, fonts]) =>
      `<alias binding="same">${element("family", family)}<prefer>${fonts.map((font) => element("family", font)).join("")}</prefer></alias>`,
  );
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    "<fontconfig>",
    ...fontFolders.map((folder) => element("dir", folder)),
    element("cachedir", cache),
    ...aliases,
    // Hinting rounds widths, and a screen's pixel order colours edges.
    '<match target="font">',
    '<edit name="antialias" mode="assign"><bool>true</bool></edit>',
    '<edit name="hinting" mode="assign"><bool>false</bool></edit>',
    '<edit name="rgba" mode="assign"><const>none</const></edit>',
    "</match>",
    "</fontconfig>",
    "",
  ].join("\n");
}

/**
 * Writes the configuration and returns the variable that points a browser on Linux to it. macOS and Windows do not use fontconfig: there the
 * machine's own fonts remain.
 * @returns {{ FONTCONFIG_FILE?: string }}
 */
export function fontEnv() {
  if (process.platform !== "linux") return {};
  const folder = join(tools, "fonts");
  const file = join(folder, "fonts.conf");
  mkdirSync(folder, { recursive: true });
  // Several test processes may start at once: none reads a half-written file.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, configuration(join(folder, "cache")));
  renameSync(temporary, file);
  return { FONTCONFIG_FILE: file };
}
