// Which project a folder on disk belongs to. The command has the same cases in
// `crates/cli/tests/commands/places.rs`.
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { outerPauses } from "../../src/shells/outerPause.ts";
import { findPlace, isUserHome, type Place } from "../../src/shells/projectPlace.ts";

let top: string;
const at = (path: string): string => join(top, path);
/** A fake of the engine: a configuration that begins with a key of ours. */
const isProject = (config: Uint8Array | undefined): boolean => config !== undefined && new TextDecoder().decode(config).startsWith("[project]");
const find = (path: string): Place => findPlace(at(path), isProject);

function write(path: string, text = ""): void {
  mkdirSync(join(at(path), ".."), { recursive: true });
  writeFileSync(at(path), text);
}

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "handoff-place-")));
  write("main/.handoff/config.toml", "[project]\n");
  write("main/.git/HEAD");
  write("main/.git/worktrees/side/commondir", "../..\n");
  write("side/.git", `gitdir: ${at("main/.git/worktrees/side")}\n`);
  mkdirSync(at("main/src/app"), { recursive: true });
  mkdirSync(at("side/src"), { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(top, { recursive: true });
});

test("the search goes up to the root of the repository, and not beyond", () => {
  expect(find("main/src/app")).toEqual({ folder: at("main"), home: at("main/.handoff"), isProject: true });
  write("main/src/.handoff/config.toml", "[hosts]\n");
  expect(find("main/src/app").folder).toBe(at("main"));
  write("main/vendor/.git/HEAD");
  expect(find("main/vendor")).toEqual({ folder: at("main/vendor"), home: at("main/vendor/.handoff"), isProject: false });
});

test("without a repository, the search goes up through the user's own folders below the home folder", () => {
  write("plain/.handoff/config.toml", "[project]\n");
  mkdirSync(at("plain/below"));
  const own = { folder: at("plain"), home: at("plain/.handoff"), isProject: true };
  const none = { folder: at("plain/below"), home: at("plain/below/.handoff"), isProject: false };
  expect(find("plain/below")).toEqual(own);
  symlinkSync(at("plain"), at("home"));
  vi.stubEnv("HOME", at("home"));
  expect(find("plain/below")).toEqual(none);
  expect([isUserHome(at("plain")), isUserHome(at("home")), isUserHome(top)]).toEqual([true, true, false]);
  // As on Windows, where the owner is not known.
  vi.spyOn(process, "getuid").mockReturnValue(undefined as unknown as number);
  vi.stubEnv("HOME", at("main"));
  expect(find("plain/below")).toEqual(none);
  vi.stubEnv("HOME", top);
  expect(find("plain/below")).toEqual(own);
});

test.runIf(process.getuid?.() === 0)("a .handoff of another user above is not used", () => {
  write("plain/.handoff/config.toml", "[project]\n");
  mkdirSync(at("plain/below"));
  chownSync(at("plain/.handoff"), 65_534, 65_534);
  expect(find("plain/below").isProject).toBe(false);
  expect(find("plain").isProject).toBe(true);
});

test("a folder that is opened through a link is found, and keeps its name", () => {
  symlinkSync(at("main/src/app"), at("app"));
  expect(find("app")).toEqual({ folder: at("main"), home: at("main/.handoff"), isProject: true });
  symlinkSync(at("main"), at("link"));
  expect(find("link")).toEqual({ folder: at("link"), home: at("link/.handoff"), isProject: true });
});

test("a worktree without a project uses that of the main checkout, by a link too", () => {
  expect(find("side/src")).toEqual({ folder: at("side"), home: at("main/.handoff"), isProject: true });
  symlinkSync(at("main/.handoff"), at("side/.handoff"));
  expect(find("side/src")).toEqual({ folder: at("side"), home: at("main/.handoff"), isProject: true });
});

test("any other link is refused", () => {
  write("elsewhere/.handoff/config.toml", "[project]\n");
  write("elsewhere/.git/HEAD");
  symlinkSync(at("main/.handoff"), at("main/src/.handoff"));
  for (const target of ["gone/.handoff", "elsewhere/.handoff", "main/src/.handoff", "main"]) {
    symlinkSync(at(target), at("side/.handoff"));
    expect(find("side/src").refused).toEqual({ link: at("side/.handoff"), target: at(target) });
    rmSync(at("side/.handoff"));
  }
});

test("the file of all projects is beside a project in the home folder", () => {
  const home = mkdtempSync(join(tmpdir(), "handoff-home-"));
  const state = join(home, "state", "handoff", "user");
  mkdirSync(join(home, ".handoff"));
  mkdirSync(state, { recursive: true });
  writeFileSync(join(home, ".handoff", "PAUSE"), "Dotfiles");
  const pauses = outerPauses({ XDG_STATE_HOME: join(home, "state") }, home);
  expect(pauses.read(() => false)?.reason).toBe("Dotfiles");
  expect(pauses.read(() => true)).toBeUndefined();
  writeFileSync(join(state, "PAUSE"), "Holidays");
  expect(pauses.read(() => true)?.reason).toBe("Holidays");
  rmSync(home, { recursive: true });
});
