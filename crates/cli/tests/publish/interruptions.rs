//! Publishing again completes what was interrupted, wherever that was.

use handoff_agent::handover::publish::{PublishQuestion, PublishRequest, publish};
use handoff_engine::conversation::Turn;

use crate::publish::{Repository, World, leftovers, request};
use crate::support::form::sample;

/// The commands of Git that change something. To stop after another one is as if it had not run.
const CHANGING: [&str; 9] =
    ["read-tree", "add", "hook", "commit-tree", "update-index", "update-ref", "push", "fetch", "merge"];

fn changes(question: &PublishQuestion) -> bool {
    match question {
        PublishQuestion::Git(call, _) => call.args.iter().any(|arg| CHANGING.contains(&arg.as_str())),
        PublishQuestion::Write { .. } | PublishQuestion::Remove { .. } => true,
        PublishQuestion::Pause(..) | PublishQuestion::Approve(..) => false,
    }
}

/// Stops after a number of actions that change something, as a process that is killed. Returns
/// false if the publication ended before.
fn interrupted(repository: &Repository, request: PublishRequest, actions: usize) -> bool {
    let executor = repository.executor();
    let mut publish = publish(request);
    let mut left = actions;
    loop {
        match publish.advance() {
            Turn::Ask(_) if left == 0 => return true,
            Turn::Ask(question) => {
                left -= usize::from(changes(&question));
                executor.answer(question, &mut || None, &|_| true);
            }
            Turn::Done(_) | Turn::Unanswered => return false,
        }
    }
}

/// Publishes in a clone after a number of actions of an earlier attempt. Returns whether that was
/// interrupted, and the files that the remote has in the end.
fn publish_twice(actions: usize) -> (bool, String) {
    let world = World::new();
    let (first, second) = world.clones();
    let wanted = || PublishRequest { push: true, ..request() };
    first.write(".handoff/tasks/a.toml", "a = 1\n");
    first.publish(|request| *request = wanted()).unwrap();
    second.write(".handoff/tasks/b.toml", "b = 1\n");
    second.write("src/main.txt", "staged\n");
    second.git(&["add", "src"]);
    let staged = second.git(&["diff", "--cached", "--", "src"]);
    let was_interrupted = interrupted(&second, wanted(), actions);
    // Git itself was killed as well.
    std::fs::write(second.folder.join(".git/handoff-publish.index.lock"), "").unwrap();
    second.publish(|request| *request = wanted()).unwrap();
    assert_eq!(second.git(&["diff", "--cached", "--", "src"]), staged, "after {actions} actions");
    assert_eq!(second.git(&["fsck", "--no-dangling", "--no-progress"]), "");
    assert_eq!(leftovers(&second.folder.join(".git")), [""; 0]);
    (was_interrupted, world.remote().git(&["ls-tree", "-r", "main", ".handoff"]))
}

#[test]
fn publication_is_completed_after_any_action() {
    let (_, undisturbed) = publish_twice(0);
    assert_eq!(undisturbed.lines().count(), 3);
    let mut tried = 0;
    for actions in sample(1.., 0, 3) {
        let (was_interrupted, files) = publish_twice(actions);
        assert_eq!(files, undisturbed, "after {actions} actions");
        if !was_interrupted {
            break;
        }
        tried += 1;
    }
    assert!(tried > 2, "{tried}");
}

/// A commit that the user makes after an interruption contains no reversal of ours.
#[test]
fn commit_of_the_user_after_an_interruption_takes_nothing_back() {
    for actions in 1.. {
        let world = World::new();
        let repository = world.repository("r");
        repository.write(".handoff/tasks/b.toml", "b = 1\n");
        let was_interrupted = interrupted(&repository, request(), actions);
        repository.git(&["commit", "-q", "--allow-empty", "-m", "Of the user"]);
        let has_ours = repository.try_git(&["rev-parse", "-q", "--verify", "HEAD~:.handoff/tasks/b.toml"]);
        assert!(!has_ours || repository.try_git(&["rev-parse", "-q", "--verify", "HEAD:.handoff/tasks/b.toml"]));
        repository.publish(|_| {}).unwrap();
        assert_eq!(repository.git(&["show", "HEAD:.handoff/tasks/b.toml"]), "b = 1");
        if !was_interrupted {
            return;
        }
    }
}
