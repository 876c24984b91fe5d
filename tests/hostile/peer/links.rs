//! The double makes `.handoff` of a linked working tree a link to that of the primary one. Ours works through
//! it, also when the link is broken or leads elsewhere meanwhile.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicU64;

use serde_json::json;

use super::calls::ask;
use super::double::{Double, link};
use super::{History, project};
use crate::random;
use crate::support::form::{is_long, seed};
use crate::support::server::Server;

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
    let mut command = Command::new("git");
    command.current_dir(folder).args(identity).args(arguments);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("GIT_")) {
        command.env_remove(name);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn linked_working_tree_shares_the_project_of_the_peer() {
    let calls = if is_long() { 400 } else { 60 };
    let folder = project();
    git(folder.path(), &["init"]);
    git(folder.path(), &["commit", "--allow-empty", "-m", "Begin"]);
    git(folder.path(), &["worktree", "add", "side"]);
    let (root, side, order) = (folder.at(".handoff"), folder.at("side"), AtomicU64::new(0));
    let at = side.join(".handoff");
    link(&root, &at).unwrap();
    let mut double = Double::new(&root, seed(15), &order, 0);
    let mut linked = Double::new(&at, seed(16), &order, 0);
    let mut main = Server::start(folder.path(), &["--tools", "all"]);
    let mut beside = Server::start(&side, &["--tools", "all"]);
    let id = double.create(None, "shared").unwrap();
    let (mut random, mut history) = (random(seed(15)), History::new(seed(15)));
    let mut assignee = None;
    for number in 0..calls {
        let word = format!("w{number}");
        let change = json!({"task": {"id": id, "assignee": word}});
        let kind = random.below(7);
        history.add(format!("{kind} {word}"));
        let is_set = match kind {
            0 => double.update(&id, None, |task| task["assignee"] = word.as_str().into()).is_ok(),
            1 => linked.update(&id, None, |task| task["assignee"] = word.as_str().into()).is_ok(),
            2 => ask(&mut main, "handoff_update_task", &change).is_ok(),
            3 | 4 => ask(&mut beside, "handoff_update_task", &change).is_ok(),
            _ => {
                // Broken, or to a folder that is none of this repository's.
                fs::remove_file(&at).unwrap();
                let target = if kind == 5 { folder.at("missing") } else { folder.at("state") };
                fs::create_dir_all(folder.at("state")).unwrap();
                symlink(&target, &at).unwrap();
                let before = fs::read_dir(folder.at("state")).unwrap().count();
                let refusal = ask(&mut beside, "handoff_update_task", &change).unwrap_err();
                assert!(refusal.contains("symbolic link"), "{refusal}: {history}");
                assert_eq!(fs::read_dir(folder.at("state")).unwrap().count(), before, "{history}");
                link(&root, &at).unwrap();
                assert!(fs::read_link(&at).is_ok_and(|target| target == root), "{history}");
                false
            }
        };
        assert_eq!(is_set, kind < 5, "{history}");
        if is_set {
            assignee = Some(word);
        }
        for server in [&mut main, &mut beside] {
            let task = ask(server, "handoff_get_task", &json!({"task_id": id})).unwrap();
            assert_eq!(task["assignee"].as_str(), assignee.as_deref(), "{history}");
        }
        for double in [&double, &linked] {
            assert!(double.find(&id).unwrap().text.contains(assignee.as_deref().unwrap_or("shared")), "{history}");
        }
    }
}
