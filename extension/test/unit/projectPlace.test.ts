// Which project a folder on disk belongs to. The command has the same cases in
// `crates/cli/tests/commands/places.rs`.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { outerPauses } from "../../src/shells/outerPause.ts";
import { findPlace, type Place } from "../../src/shells/projectPlace.ts";

let top: string;
const at = (path: string): string => join(top, path);
/** Stands for the engine: a configuration that begins with a key of ours. */
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
afterEach(() => rmSync(top, { recursive: true }));

test("the search goes up to the root of the repository, and not beyond", () => {
  expect(find("main/src/app")).toEqual({ folder: at("main"), isProject: true });
  write("main/src/.handoff/config.toml", "[hosts]\n");
  expect(find("main/src/app").folder).toBe(at("main"));
  write("main/vendor/.git/HEAD");
  expect(find("main/vendor")).toEqual({ folder: at("main/vendor"), isProject: false });
  write("plain/.handoff/config.toml", "[project]\n");
  mkdirSync(at("plain/below"));
  expect(find("plain/below")).toEqual({ folder: at("plain/below"), isProject: false });
});

test("a worktree without a project uses that of the main checkout, by a link too", () => {
  expect(find("side/src")).toEqual({ folder: at("main"), isProject: true });
  symlinkSync(at("main/.handoff"), at("side/.handoff"));
  expect(find("side/src")).toEqual({ folder: at("main"), isProject: true });
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
