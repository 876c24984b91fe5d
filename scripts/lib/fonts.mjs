// The fonts of tests and pictures. They are development dependencies, so that text has the same width on every machine.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, tools } from "./paths.mjs";

/** Font files by package. Only the weights that the surfaces use. */
const fontFolders = [
  ...["400Regular", "400Regular_Italic", "500Medium", "600SemiBold", "700Bold"].map((weight) => `inter/${weight}`),
  ...["400Regular", "500Medium", "600SemiBold", "700Bold"].map((weight) => `noto-sans-jp/${weight}`),
  ...["400Regular", "700Bold"].map((weight) => `jetbrains-mono/${weight}`),
  "noto-emoji/400Regular",
].map((name) => join(root, "node_modules", "@expo-google-fonts", ...name.split("/")));

/** The generic families with their fonts, in order of preference. */
const families = {
  "sans-serif": ["Inter", "Noto Sans JP", "Noto Emoji"],
  "system-ui": ["Inter", "Noto Sans JP", "Noto Emoji"],
  serif: ["Inter", "Noto Sans JP", "Noto Emoji"],
  monospace: ["JetBrains Mono", "Noto Sans JP", "Noto Emoji"],
};

/** @param {string} name @param {string} text */
const element = (name, text) => `<${name}>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</${name}>`;

/** Returns a fontconfig configuration with these fonts only. @param {string} cache */
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
    // Hinting rounds widths, and subpixel rendering colors edges.
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
 * Writes the configuration and returns the environment variable that selects it for a browser on Linux. macOS and Windows do not use
 * fontconfig, so their fonts do not change.
 * @returns {{ FONTCONFIG_FILE?: string }}
 */
export function fontEnv() {
  if (process.platform !== "linux") return {};
  const folder = join(tools, "fonts");
  const file = join(folder, "fonts.conf");
  mkdirSync(folder, { recursive: true });
  // Several test processes may start at the same time; the rename prevents reading a partly written file.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, configuration(join(folder, "cache")));
  renameSync(temporary, file);
  return { FONTCONFIG_FILE: file };
}
