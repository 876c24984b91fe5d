//! `handoff search` and `handoff why`.

use std::fs;

use serde_json::json;

use crate::support::server::git;

use super::verbs::{LAYOUTS, project};

#[test]
fn search_shows_decisions_with_what_superseded_them() {
    for layout in LAYOUTS {
        let folder = project(layout);
        folder.stdout(&["session", "save", "Parser in", "--decision", "Use heapq for the merge"]);
        let first = folder.stdout(&["search", "heapq"]);
        assert!(first.starts_with("decision d-") && first.contains("\n  Use heapq for the merge\n"), "{first}");
        folder.stdout(&["session", "save", "Sorted", "--decision", "Merge by sorting"]);
        folder.stdout(&["task", "create", "Merge rows", "--id", "m1", "--estimate", "1", "--notes", "heapq is slow"]);
        let value = folder.value(&["search", "why", "heapq"]);
        assert_eq!(value["total"], json!(2), "{value}");
        assert_eq!(folder.stdout(&["search", "lighthouse"]), "Nothing matches.\n");
        assert!(folder.stdout(&["search", "m1"]).starts_with("task m1 [todo]"));
        assert!(
            folder
                .stdout(&["search", "merge", "--limit", "1"])
                .contains(" more match less well. --limit shows more.\n")
        );
        assert_eq!(folder.failure(&["search", " "]).0, 2);
        assert_eq!(folder.failure(&["search"]).0, 2);
    }
}

#[test]
fn search_finds_packages() {
    let folder = project("toml");
    folder.run_with_input(&["store", "--name", "auth"], "Tokens rotate daily.\n");
    let found = folder.stdout(&["search", "rotation", "tokens"]);
    assert!(found.starts_with("package ") && found.contains("\n  auth\n  Tokens rotate daily.\n"), "{found}");
}

#[test]
fn why_joins_commit_session_task_and_decision() {
    for layout in LAYOUTS {
        let folder = project(layout);
        fs::create_dir_all(folder.at("src")).unwrap();
        fs::write(folder.at("src/feed.rs"), "fn parse() {}\n").unwrap();
        git(folder.path(), &["init", "-q"]);
        folder.stdout(&["task", "create", "Parse the feed", "--id", "p1", "--estimate", "1"]);
        folder.stdout(&["session", "save", "Parser in", "--decision", "src/feed.rs reads lazily"]);
        git(folder.path(), &["add", "src"]);
        git(folder.path(), &["commit", "-qm", "p1: Parse"]);
        let value = folder.value(&["why", "src/feed.rs:1"]);
        let commit = &value["commits"][0];
        assert_eq!((&value["line"], &commit["subject"]), (&json!(1), &json!("p1: Parse")), "{value}");
        assert_eq!(commit["session"]["summary"], "Parser in", "{value}");
        assert_eq!(commit["tasks"], json!([{"id": "p1", "title": "Parse the feed", "status": "todo"}]));
        assert_eq!(commit["decisions"][0]["text"], "src/feed.rs reads lazily");
        assert_eq!(value["known"][0]["text"], "src/feed.rs reads lazily");
        let text = folder.stdout(&["why", "src/feed.rs"]);
        for part in [
            "  p1: Parse\n",
            ": Parser in",
            "  task p1 [todo] Parse the feed\n",
            "\nKnown about src/feed.rs:\n  decision d-",
        ] {
            assert!(text.contains(part), "{text}");
        }
        fs::write(folder.at("src/feed.rs"), "fn parse() {}\nnew\n").unwrap();
        assert!(folder.stdout(&["why", "src/feed.rs:2"]).starts_with("The line is in no commit.\n"));
        assert!(folder.stdout(&["why", "src/feed.rs:9"]).contains("Git says nothing about src/feed.rs:9: "));
        assert_eq!(folder.failure(&["why", "../feed.rs"]).0, 2);
    }
}

#[test]
fn why_works_without_git() {
    let folder = project("toml");
    folder.stdout(&["session", "save", "Parser in", "--decision", "src/feed.rs reads lazily"]);
    let text = folder.stdout(&["why", "src/feed.rs"]);
    assert!(text.contains("decision d-") && text.contains("Git says nothing about src/feed.rs: "), "{text}");
}
