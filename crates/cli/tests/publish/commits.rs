//! Commits on the current branch: only our files, and nothing of the user's moves.

use crate::publish::World;

#[test]
fn commit_contains_only_our_files_and_leaves_the_work_of_the_user() {
    let world = World::new();
    let repository = world.repository("r");
    for name in ["staged", "partial", "deleted", "removed", "moved"] {
        repository.write(&format!("src/{name}.txt"), "a\nb\nc\nd\ne\nf\ng\nh\n");
    }
    repository.git(&["add", "src"]);
    repository.git(&["commit", "-qm", "Second"]);
    repository.write("src/staged.txt", "staged\n");
    repository.write("src/partial.txt", "first\nb\nc\nd\ne\nf\ng\nh\n");
    repository.git(&["add", "src"]);
    repository.write("src/partial.txt", "first\nb\nc\nd\ne\nf\ng\nlast\n");
    repository.git(&["rm", "-q", "src/deleted.txt"]);
    std::fs::remove_file(repository.folder.join("src/removed.txt")).unwrap();
    repository.git(&["mv", "src/moved.txt", "src/moved to.txt"]);
    repository.write("src/intended.txt", "new\n");
    repository.git(&["add", "-N", "src/intended.txt"]);
    repository.write("src/untracked.txt", "new\n");
    // Ours: changed, new, deleted, intended, staged with another content.
    repository.write(".handoff/tasks/t1.toml", "title = \"潮\"\n");
    repository.write(".handoff/config.toml", "name = \"Staged\"\n");
    repository.git(&["add", ".handoff/config.toml"]);
    repository.write(".handoff/config.toml", "name = \"Pier\"\n");
    repository.write(".handoff/sessions/s1.toml", "id = 1\n");
    repository.git(&["add", "-N", ".handoff/sessions/s1.toml"]);
    let before = repository.foreign_state();

    let report = repository.publish(|_| {}).unwrap();

    assert_eq!(repository.foreign_state(), before);
    assert_eq!(report.commit.as_deref(), Some(repository.tip("HEAD").as_str()));
    assert_eq!((report.branch.as_str(), report.files, report.destination.clone()), ("main", 3, None));
    let files = [".handoff/config.toml", ".handoff/sessions/s1.toml", ".handoff/tasks/t1.toml"];
    assert_eq!(repository.files_of("HEAD"), files);
    assert_eq!(repository.git(&["status", "--porcelain", "--", ".handoff"]), "", "our files are clean");
    assert_eq!(repository.git(&["show", "HEAD:.handoff/config.toml"]), "name = \"Pier\"");
    assert_eq!(repository.git(&["log", "-1", "--format=%an %s"]), "Kim Hand over");
    assert_eq!(repository.git(&["log", "-g", "-1", "--format=%gs"]), "handoff publish: Hand over");

    std::fs::remove_file(repository.folder.join(".handoff/tasks/t1.toml")).unwrap();
    repository.publish(|_| {}).unwrap();
    assert_eq!(repository.git(&["diff-tree", "-r", "--name-status", "HEAD~", "HEAD"]), "D\t.handoff/tasks/t1.toml");
    assert_eq!(repository.foreign_state(), before);
}

#[test]
fn unchanged_files_make_no_commit_and_no_failure() {
    let world = World::new();
    let repository = world.repository("r");
    repository.write("untracked.txt", "new\n");
    repository.write("src/main.txt", "changed\n");
    let (tip, before) = (repository.tip("HEAD"), repository.foreign_state());
    for _ in 0..2 {
        let report = repository.publish(|_| {}).unwrap();
        assert_eq!((report.commit, report.tip.as_deref()), (None, Some(tip.as_str())));
        assert_eq!((repository.tip("HEAD"), repository.foreign_state()), (tip.clone(), before.clone()));
    }
    // A file whose time has changed but not its content.
    repository.write(".handoff/config.toml", "name = \"Harbour\"\n");
    assert_eq!(repository.publish(|_| {}).unwrap().commit, None);
    // Staged by the user, and taken back in the work tree.
    repository.write(".handoff/config.toml", "name = \"Other\"\n");
    repository.git(&["add", "."]);
    repository.write(".handoff/config.toml", "name = \"Harbour\"\n");
    assert_eq!(repository.publish(|_| {}).unwrap().commit, None);
}

#[test]
fn first_commit_of_a_branch_contains_only_our_files() {
    let world = World::new();
    let repository = world.empty_repository("r");
    assert_eq!(repository.publish(|_| {}).unwrap().tip, None, "nothing to publish");
    repository.write("main.txt", "new\n");
    repository.git(&["add", "main.txt"]);
    repository.write(".handoff/config.toml", "a = 1\n");
    let report = repository.publish(|_| {}).unwrap();
    assert_eq!(repository.files_of("HEAD"), [".handoff/config.toml"]);
    assert_eq!(report.tip.as_deref(), Some(repository.tip("HEAD").as_str()));
    assert_eq!(repository.git(&["status", "--porcelain"]), "A  main.txt");
}

#[test]
fn names_with_special_characters_are_committed() {
    let world = World::new();
    let repository = world.repository("r");
    let names =
        ["a b.md", "it's.md", "say \"潮\".md", "*.md", "a\\b.md", "tab\there.md", "-dash.md", ":(top)x.md", "#x.md"];
    for name in names {
        repository.write(&format!(".handoff/docs/{name}"), "text\n");
    }
    assert_eq!(repository.publish(|_| {}).unwrap().files, names.len());
    let mut expected: Vec<String> = names.iter().map(|name| format!(".handoff/docs/{name}")).collect();
    expected.sort();
    assert_eq!(repository.files_of("HEAD"), expected);
    assert_eq!(repository.git(&["status", "--porcelain"]), "");
    // A path is no pattern.
    let report = repository.publish(|request| request.paths = vec![".handoff/docs/*.md".to_owned()]).unwrap();
    assert_eq!(report.commit, None);
}

#[test]
fn line_ends_are_converted_as_git_is_configured() {
    let world = World::new();
    let repository = world.repository("r");
    repository.git(&["config", "core.autocrlf", "true"]);
    repository.git(&["config", "core.safecrlf", "true"]);
    repository.write(".handoff/a.toml", "a = 1\r\nb = 2\r\n");
    repository.write(".handoff/mixed.toml", "a = 1\r\nb = 2\n");
    repository.publish(|_| {}).unwrap();
    assert_eq!(repository.git(&["show", "HEAD:.handoff/a.toml"]), "a = 1\nb = 2");
    assert_eq!(repository.git(&["status", "--porcelain"]), "");
    assert_eq!(repository.publish(|_| {}).unwrap().commit, None);
}

#[test]
fn files_of_this_machine_are_never_committed() {
    let world = World::new();
    let repository = world.repository("r");
    for name in ["trash/a", "local/claims/b", "timer/c", ".journal-1", ".lock", "tasks/a.toml.tmp.12"] {
        repository.write(&format!(".handoff/{name}"), "x\n");
    }
    assert_eq!(repository.publish(|_| {}).unwrap().commit, None);
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    repository.git(&["add", "-f", ".handoff/trash/a"]);
    repository.publish(|_| {}).unwrap();
    assert_eq!(repository.files_of("HEAD"), [".handoff/tasks/a.toml"]);
    assert!(repository.git(&["status", "--porcelain"]).contains("A  .handoff/trash/a"), "staged files stay staged");
}

#[test]
fn only_the_requested_paths_are_committed() {
    let world = World::new();
    let repository = world.repository("r");
    for path in [".handoff/sessions/a", ".handoff/sessions2/b", "part/.handoff/c", ".handoff/tasks/d"] {
        repository.write(path, "x\n");
    }
    let paths = [".handoff/sessions/", "part/.handoff", ".handoff/absent"];
    repository.publish(|request| request.paths = paths.map(str::to_owned).to_vec()).unwrap();
    assert_eq!(repository.files_of("HEAD"), [".handoff/sessions/a", "part/.handoff/c"]);
}
