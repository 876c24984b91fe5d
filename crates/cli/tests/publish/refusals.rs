//! Situations in which nothing is published, with a sentence that says what to do.

use handoff_agent::handover::publish::{PublishFault, PublishPoint, PublishQuestion};

use crate::publish::{Repository, World, conduct, request};

/// A repository with a change of ours, and what is checked to be unchanged.
fn prepared(world: &World) -> Repository {
    let repository = world.repository("r");
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    repository
}

#[test]
fn unfinished_operations_and_detached_heads_are_refused() {
    let conflict = |repository: &Repository| {
        repository.git(&["checkout", "-qb", "side"]);
        repository.write("src/main.txt", "side\n");
        repository.git(&["commit", "-qam", "Side"]);
        repository.git(&["checkout", "-q", "main"]);
        repository.write("src/main.txt", "main\n");
        repository.git(&["commit", "-qam", "Main"]);
    };
    for (operation, fault, start) in [
        ("A merge is not finished", PublishFault::Unfinished, &["merge", "side"][..]),
        ("A cherry-pick is not finished", PublishFault::Unfinished, &["cherry-pick", "side"]),
        ("A revert is not finished", PublishFault::Unfinished, &["revert", "--no-edit", "HEAD~"]),
        ("No branch is checked out (a rebase", PublishFault::Detached, &["rebase", "side"]),
        ("No branch is checked out", PublishFault::Detached, &["checkout", "-q", "--detach"]),
    ] {
        let world = World::new();
        let repository = prepared(&world);
        conflict(&repository);
        repository.try_git(start);
        let before = (repository.foreign_state(), repository.tip("HEAD"));
        let sentence = repository.fail(fault, |_| {});
        assert!(sentence.starts_with(operation), "{sentence}");
        assert_eq!((repository.foreign_state(), repository.tip("HEAD")), before);
    }
}

#[test]
fn targets_other_than_the_current_branch_are_refused() {
    let world = World::new();
    let repository = prepared(&world);
    repository.git(&["branch", "side"]);
    let before = (repository.git(&["for-each-ref"]), repository.git(&["status", "--porcelain"]));
    let refuse = |target: &str| {
        let sentence = repository.fail(PublishFault::Target, |request| {
            request.target = Some(target.to_owned());
            request.push = true;
        });
        assert!(sentence.contains(&format!("publishes to {target:?}, which is not the branch")), "{sentence}");
        assert_eq!((repository.git(&["for-each-ref"]), repository.git(&["status", "--porcelain"])), before);
    };
    for target in ["side", "refs/heads/side", "refs/handoff/notes", "refs/tags/main", "heads/main", "HEAD", "@", ""] {
        refuse(target);
    }
    repository.git(&["checkout", "-q", "--detach"]);
    for target in ["main", "refs/handoff/notes"] {
        refuse(target);
    }
    repository.git(&["checkout", "-q", "main"]);
    for target in ["main", "refs/heads/main"] {
        repository.write(".handoff/tasks/a.toml", &format!("a = \"{target}\"\n"));
        let report = repository.publish(|request| request.target = Some(target.to_owned())).unwrap();
        assert_eq!(report.commit, Some(repository.tip("main")));
    }
}

#[test]
fn folders_without_a_usable_repository_are_refused() {
    let world = World::new();
    world.0.at("plain").parent().unwrap();
    let plain = world.at("plain");
    plain.write(".handoff/config.toml", "a = 1\n");
    let mut executor = plain.executor();
    executor.environment.push(("GIT_CEILING_DIRECTORIES".to_owned(), world.0.path().display().to_string()));
    let failure = conduct(&executor, request(), Some).unwrap_err();
    assert_eq!(failure.fault, PublishFault::Repository);
    assert!(failure.text.to_string().contains("git init"), "{}", failure.text);

    let repository = prepared(&world);
    repository.git(&["init", "-q", "--bare", "../bare.git"]);
    let sentence = world.at("bare.git").fail(PublishFault::Repository, |_| {});
    assert!(sentence.contains("no work tree"), "{sentence}");

    // Git's own switch for its tests of this check.
    let mut executor = repository.executor();
    executor.environment.push(("GIT_TEST_ASSUME_DIFFERENT_OWNER".to_owned(), "1".to_owned()));
    let failure = conduct(&executor, request(), Some).unwrap_err();
    let sentence = failure.text.to_string();
    assert!(sentence.contains("run: git config --global --add safe.directory "), "{sentence}");
}

#[test]
fn private_files_never_leave() {
    let world = World::new();
    let (repository, _) = world.clones();
    let session = ".handoff/sessions/2026-11-private_x y.toml";
    repository.write(session, "id = 1\n");
    repository.write(".handoff/packages/p.md", "p\n");
    let package = ".handoff/packages/20261101-080000-0a1b2c3d-private_package.md";
    repository.write(package, "p\n");
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    let excluding = |request: &mut handoff_agent::handover::publish::PublishRequest| {
        request.excluded = vec![".handoff/packages/p.md".to_owned()];
        request.push = true;
    };
    // Nothing ignores them, and they are left out.
    repository.publish(excluding).unwrap();
    assert_eq!(repository.files_of("HEAD"), [".handoff/tasks/a.toml"]);
    // Staged by force.
    let tip = repository.tip("HEAD");
    for path in [session, package, ".handoff/packages/p.md"] {
        repository.write(".handoff/tasks/a.toml", "a = 2\n");
        repository.git(&["add", "-f", path]);
        let sentence = repository.fail(PublishFault::Private, excluding);
        assert!(sentence.starts_with(&format!("{path} must not leave this machine")), "{sentence}");
        assert!(sentence.contains("git rm --cached "), "{sentence}");
        assert_eq!(repository.tip("HEAD"), tip);
        repository.git(&["rm", "-q", "--cached", path]);
    }
    // Committed by the user, and not pushed.
    repository.git(&["add", "-f", session]);
    repository.git(&["commit", "-qm", "Mistake"]);
    repository.git(&["rm", "-q", "--cached", session]);
    let remote = world.remote().tip("main");
    let sentence = repository.fail(PublishFault::Private, excluding);
    assert!(
        sentence.contains("which has not been pushed, contains .handoff/sessions/2026-11-private_x y.toml"),
        "{sentence}"
    );
    assert_eq!(world.remote().tip("main"), remote);
    // The commit without the file was made.
    assert_eq!(repository.git(&["ls-tree", "-r", "--name-only", "HEAD", ".handoff/sessions"]), "");
    assert!(repository.folder.join(session).exists());
}

#[test]
fn secrets_stop_the_commit() {
    let world = World::new();
    let repository = prepared(&world);
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0");
    repository.write(".handoff/sessions/日 誌.toml", &format!("a = 1\nnote = \"use {token}\"\n"));
    let tip = repository.tip("HEAD");
    let sentence = repository.fail(PublishFault::Secret, |_| {});
    assert!(sentence.starts_with(".handoff/sessions/日 誌.toml line 2 contains a secret (GitHub token)"), "{sentence}");
    assert!(!sentence.contains(&token));
    repository.write(".handoff/tasks/a.toml", &format!("a = \"{token}\"\n"));
    let sentence = repository.fail(PublishFault::Secret, |_| {});
    assert!(sentence.contains("the first of 2,"), "{sentence}");
    assert_eq!(repository.tip("HEAD"), tip);
    assert_eq!(repository.git(&["diff", "--cached"]), "");
    // A secret that is removed does not stop the commit.
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    repository.git(&["add", ".handoff"]);
    repository.git(&["commit", "-qm", "Mistake"]);
    repository.write(".handoff/sessions/日 誌.toml", "a = 1\n");
    repository.publish(|_| {}).unwrap();
}

#[test]
fn requests_that_are_invalid_are_refused() {
    let world = World::new();
    let repository = prepared(&world);
    let paths = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
    for bad in [&[][..], &["src"], &[".handoff/../src"], &["/.handoff"], &["."]] {
        repository.fail(PublishFault::Request, |request| request.paths = paths(bad));
    }
    repository.fail(PublishFault::Request, |request| request.message = " \n".to_owned());
    repository.fail(PublishFault::Request, |request| request.remote = Some("--upload-pack=x".to_owned()));
}

#[test]
fn users_without_a_name_are_asked_to_set_it() {
    let world = World::new();
    let repository = prepared(&world);
    repository.git(&["config", "--global", "--remove-section", "user"]);
    repository.git(&["config", "user.useConfigOnly", "true"]);
    let sentence = repository.fail(PublishFault::Identity, |_| {});
    assert!(sentence.contains("git config user.name"), "{sentence}");
}

#[test]
fn another_process_with_the_lock_is_reported() {
    let world = World::new();
    let repository = prepared(&world);
    let (tip, lock) = (repository.tip("HEAD"), repository.folder.join(".git/index.lock"));
    std::fs::write(&lock, "").unwrap();
    let failure = conduct(&repository.executor(), request(), Some).unwrap_err();
    assert_eq!(failure.fault, PublishFault::Busy);
    assert!(failure.text.to_string().contains("index.lock"), "{}", failure.text);
    assert_eq!(repository.tip("HEAD"), tip);
    std::fs::remove_file(&lock).unwrap();
    repository.publish(|_| {}).unwrap();
}

#[test]
fn pause_stops_before_the_commit_and_before_the_push() {
    let world = World::new();
    let (repository, _) = world.clones();
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    let before = (repository.tip("HEAD"), world.remote().tip("main"));
    for point in [PublishPoint::BeforeCommit, PublishPoint::BeforePush] {
        let request = handoff_agent::handover::publish::PublishRequest { push: true, ..request() };
        let failure = conduct(&repository.executor(), request, |question| match question {
            PublishQuestion::Pause(asked, slot) if asked == point => {
                slot.fill(Some("Release".to_owned()));
                None
            }
            other => Some(other),
        })
        .unwrap_err();
        assert_eq!(failure.fault, PublishFault::Paused);
        assert!(failure.text.to_string().contains("Release"));
        assert_eq!(world.remote().tip("main"), before.1);
        assert_eq!(repository.tip("HEAD") == before.0, point == PublishPoint::BeforeCommit);
    }
    assert_eq!(repository.push().commit, None, "the commit is pushed, not made again");
    assert_eq!(world.remote().tip("main"), repository.tip("HEAD"));
}

#[test]
fn commit_of_another_process_is_not_lost() {
    let world = World::new();
    let repository = prepared(&world);
    let mut is_first = true;
    conduct(&repository.executor(), request(), |question| {
        let moves =
            matches!(&question, PublishQuestion::Git(call, _) if call.args.iter().any(|arg| arg == "update-ref"));
        if moves && std::mem::take(&mut is_first) {
            repository.git(&["commit", "-q", "--allow-empty", "--only", "-m", "Meanwhile"]);
        }
        Some(question)
    })
    .unwrap();
    assert_eq!(repository.git(&["log", "--format=%s"]), "Hand over\nMeanwhile\nFirst");
}
