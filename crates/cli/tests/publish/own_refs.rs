//! Commits on a reference that is not checked out.

use handoff_agent::handover::publish::{PublishFault, PublishTarget};

use crate::publish::World;

fn on(reference: &str) -> PublishTarget {
    PublishTarget::Ref(reference.to_owned())
}

#[test]
fn reference_gets_our_files_only_and_nothing_else_moves() {
    for (name, full) in [("handover", "refs/heads/handover"), ("refs/handoff/handover", "refs/handoff/handover")] {
        let world = World::new();
        let repository = world.repository("r");
        repository.write("src/main.txt", "staged\n");
        repository.git(&["add", "src"]);
        repository.write("src/main.txt", "changed\n");
        repository.write(".handoff/tasks/a.toml", "a = 1\n");
        let state = || {
            (repository.git(&["status", "--porcelain=v2"]), repository.git(&["ls-files", "-s"]), repository.tip("HEAD"))
        };
        let before = state();
        let report = repository.publish(|request| request.target = on(name)).unwrap();
        assert_eq!((report.reference.as_str(), report.files), (full, 2));
        assert_eq!(
            repository.git(&["ls-tree", "-r", "--name-only", full]),
            ".handoff/config.toml\n.handoff/tasks/a.toml"
        );
        assert_eq!(state(), before);
        assert_eq!(repository.publish(|request| request.target = on(name)).unwrap().commit, None);
        repository.write(".handoff/tasks/a.toml", "a = 2\n");
        repository.publish(|request| request.target = on(name)).unwrap();
        assert_eq!(repository.git(&["log", "--format=%s", full]), "Hand over\nHand over");
        assert_eq!(state(), before);
    }
}

#[test]
fn work_without_a_branch_can_be_published() {
    let world = World::new();
    let repository = world.repository("r");
    repository.git(&["checkout", "-q", "--detach"]);
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    let report = repository.publish(|request| request.target = on("refs/handoff/x")).unwrap();
    assert_eq!(report.files, 2);
}

#[test]
fn files_that_others_have_published_stay() {
    let world = World::new();
    let (first, second) = world.clones();
    for round in 0..3 {
        for (repository, name) in [(&first, "first"), (&second, "second")] {
            repository.write(&format!(".handoff/sessions/{name}-{round}.toml"), &format!("id = \"{name}-{round}\"\n"));
            let report = repository.publish(|request| {
                request.target = on("refs/handoff/shared");
                request.push = true;
            });
            assert_eq!(report.unwrap().destination.map(|to| to.remote).as_deref(), Some("origin"));
        }
    }
    std::fs::remove_file(second.folder.join(".handoff/sessions/second-0.toml")).unwrap();
    let report = second.publish(|request| {
        request.target = on("refs/handoff/shared");
        request.push = true;
    });
    report.unwrap();
    let names = world.remote().git(&["ls-tree", "-r", "--name-only", "refs/handoff/shared"]);
    let sessions = ["first-0", "first-1", "first-2", "second-1", "second-2"];
    let sessions = sessions.map(|name| format!("\n.handoff/sessions/{name}.toml")).concat();
    assert_eq!(names, format!(".handoff/config.toml{sessions}"));
    assert!(!second.folder.join(".handoff/sessions/first-0.toml").exists(), "the work tree is left alone");
}

#[test]
fn conflicting_data_are_not_pushed() {
    let world = World::new();
    let (first, second) = world.clones();
    let publish = |repository: &crate::publish::Repository| {
        repository.publish(|request| {
            request.target = on("handover");
            request.push = true;
        })
    };
    publish(&first).unwrap();
    publish(&second).unwrap();
    first.write(".handoff/config.toml", "name = \"One\"\n");
    second.write(".handoff/config.toml", "name = \"Two\"\n");
    publish(&first).unwrap();
    let tip = world.remote().tip("handover");
    let failure = publish(&second).unwrap_err();
    assert_eq!(failure.fault, PublishFault::Conflict);
    assert!(failure.text.to_string().contains(".handoff/config.toml"), "{}", failure.text);
    assert!(failure.commit.is_some());
    assert_eq!(world.remote().tip("handover"), tip);
    second.write(".handoff/config.toml", "name = \"One\"\n");
    publish(&second).unwrap();
    assert_eq!(world.remote().git(&["show", "handover:.handoff/config.toml"]), "name = \"One\"");
}

#[test]
fn names_that_are_no_reference_of_ours_are_refused() {
    let world = World::new();
    let repository = world.repository("r");
    repository.git(&["worktree", "add", "-q", "-b", "side", "../side"]);
    let bad = [
        "refs/tags/x",
        "refs/remotes/origin/main",
        "a..b",
        "",
        "-x",
        "refs/heads/",
        "refs/handoff/a b",
        "main",
        "side",
        "HEAD",
        "FETCH_HEAD",
        "@",
        "+main",
        "+refs/heads/main",
        "refs/heads/HEAD",
        "refs/heads/+main",
        "refs/heads/refs/heads/main",
        "heads/main",
        "tags/v1",
        "remotes/origin/main",
        "0123456789012345678901234567890123456789",
    ];
    let before = repository.git(&["for-each-ref"]);
    for name in bad {
        let failure = repository.publish(|request| request.target = on(name)).unwrap_err();
        assert_eq!(failure.fault, PublishFault::Request, "{name}");
        assert_eq!(repository.git(&["for-each-ref"]), before, "{name}");
    }
    let sentence = repository.fail(PublishFault::Request, |request| request.target = on("side"));
    assert!(sentence.starts_with("side is checked out in "), "{sentence}");
}

#[test]
fn reference_with_other_files_is_refused() {
    let world = World::new();
    let (first, second) = world.clones();
    first.git(&["branch", "has-files"]);
    first.git(&["checkout", "-q", "-b", "had-files"]);
    first.git(&["rm", "-rq", "src"]);
    first.git(&["commit", "-qm", "Remove"]);
    first.git(&["checkout", "-q", "main"]);
    for (name, push) in [("has-files", false), ("had-files", false), ("has-files", true)] {
        let before = first.git(&["for-each-ref"]);
        let sentence = first.fail(PublishFault::Request, |request| {
            request.target = on(name);
            request.push = push;
        });
        assert!(sentence.starts_with(&format!("{name} has other files than those of .handoff/")), "{sentence}");
        assert_eq!(first.git(&["for-each-ref"]), before);
    }
    // A branch that only the remote has.
    first.git(&["push", "-q", "origin", "has-files"]);
    let before = world.remote().git(&["for-each-ref"]);
    let sentence = second.fail(PublishFault::Request, |request| {
        request.target = on("has-files");
        request.push = true;
    });
    assert!(sentence.starts_with("has-files on origin has other files"), "{sentence}");
    assert_eq!(world.remote().git(&["for-each-ref"]), before);
    // References of several projects in a repository can be one.
    second.write("part/.handoff/config.toml", "name = \"Part\"\n");
    for path in [".handoff", "part/.handoff"] {
        let published = second.publish(|request| {
            request.paths = vec![path.to_owned()];
            request.target = on("refs/handoff/both");
        });
        assert!(published.is_ok(), "{path}: {published:?}");
    }
}
