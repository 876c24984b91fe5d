//! Links of a project: those that lead out of it are refused, others are followed.

use std::fs;
use std::os::unix::fs::symlink;

use super::{AGENTS, Home, assert_texts};

/// Files and folders that setup writes to, all of a project.
const PLACES: [&str; 13] = [
    ".mcp.json",
    "CLAUDE.md",
    ".claude/settings.json",
    ".claude/skills",
    ".codex",
    "AGENTS.md",
    ".agents/skills/handoff/SKILL.md",
    ".cursor/mcp.json",
    ".vscode",
    ".gemini/settings.json",
    "GEMINI.md",
    "opencode.json",
    ".gitattributes",
];

#[test]
fn nothing_is_written_through_a_link_out_of_the_project() {
    for exists in [true, false] {
        let home = Home::new();
        assert!(home.command("git").args(["init", "-q"]).status().unwrap().success());
        let outside = home.0.at("outside");
        fs::create_dir(&outside).unwrap();
        for place in PLACES {
            let link = home.path(place);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            let target = outside.join(place.replace('/', "_"));
            let is_file =
                place.rsplit('/').next().unwrap().trim_start_matches('.').contains('.') || place == ".gitattributes";
            match (exists, is_file) {
                (true, true) => fs::write(&target, "").unwrap(),
                (true, false) => fs::create_dir(&target).unwrap(),
                (false, _) => {}
            }
            symlink(&target, &link).unwrap();
        }
        let before = listing(&outside);
        for option in [&[][..], &["--check"], &["--uninstall"], &["--dry-run"]] {
            let output = home.run(&[&["setup"], &AGENTS[..], &["git"], option].concat());
            let text = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(1), "{option:?}: {text}");
            for place in PLACES {
                let sentence = format!("{place} is a link that leads out of the project's own files, to ");
                assert!(text.contains(&sentence), "{option:?} {place}: {text}");
            }
            assert_eq!(listing(&outside), before, "{option:?}");
            assert!(PLACES.iter().all(|place| home.path(place).symlink_metadata().unwrap().is_symlink()));
        }
    }
}

/// Returns the files below a folder with their contents.
fn listing(folder: &std::path::Path) -> Vec<(String, String)> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        entries.push((path.display().to_string(), fs::read_to_string(&path).unwrap_or_default()));
        if path.is_dir() {
            entries.extend(listing(&path));
        }
    }
    entries.sort();
    entries
}

#[test]
fn links_inside_of_the_project_are_followed() {
    for exists in [true, false] {
        let home = Home::new();
        if exists {
            home.write("AGENTS.md", "# Agents\n");
        }
        symlink("AGENTS.md", home.path("CLAUDE.md")).unwrap();
        let before = home.path("AGENTS.md").exists().then(|| home.read("AGENTS.md"));
        let texts = home.rehearse(&["setup", "claude", "codex"]);
        home.stdout(&["setup", "claude", "codex"]);
        assert_texts(&["setup", "claude", "codex"], &texts, true);
        assert!(home.path("CLAUDE.md").symlink_metadata().unwrap().is_symlink());
        assert_eq!(home.read("AGENTS.md").matches("handoff:begin").count(), 1);
        home.stdout(&["setup", "claude", "--uninstall"]);
        assert!(home.read("AGENTS.md").contains("handoff:begin"), "Codex reads the same file");
        home.stdout(&["setup", "codex", "--uninstall"]);
        assert_eq!(home.path("AGENTS.md").exists().then(|| home.read("AGENTS.md")), before);
    }
    let home = Home::new();
    symlink(home.0.at("home"), home.path("linked")).unwrap();
    home.write("~/.claude/settings.json", "{}");
    home.stdout(&["setup", "claude", "--user"]);
    assert!(home.read("~/.claude/settings.json").contains("handoff hook"), "a person has named the home folder");
}

#[test]
fn file_of_a_report_is_not_written_through_a_link_out_of_the_project() {
    let home = Home::new();
    home.stdout(&["init", "Here"]);
    fs::write(home.0.at("outside.csv"), "mine").unwrap();
    symlink("../outside.csv", home.path("report.csv")).unwrap();
    let output = home.run(&["report", "burndown", "--csv", "report.csv"]);
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert!(sentence.starts_with("report.csv is a link that leads out of the project's own files, to "), "{sentence}");
    assert_eq!(fs::read_to_string(home.0.at("outside.csv")).unwrap(), "mine");
}
