//! Kinds of repositories: linked work trees, submodules, shallow clones, sparse checkouts.

use handoff_agent::handover::publish::PublishFault;

use crate::publish::World;

#[test]
fn linked_work_tree_publishes_its_own_branch() {
    let world = World::new();
    let (repository, _) = world.clones();
    repository.git(&["worktree", "add", "-q", "-b", "side", "../side"]);
    let side = world.at("side");
    side.write(".handoff/tasks/a.toml", "a = 1\n");
    side.write("src/main.txt", "staged\n");
    side.git(&["add", "src"]);
    let before = (side.foreign_state(), repository.foreign_state(), repository.tip("main"));
    let report = side.push();
    assert_eq!((report.branch.as_str(), report.destination.map(|to| to.remote).as_deref()), ("side", Some("origin")));
    assert_eq!((side.foreign_state(), repository.foreign_state(), repository.tip("main")), before);
    assert_eq!(world.remote().tip("side"), side.tip("HEAD"));
}

#[test]
fn submodule_publishes_to_its_own_repository() {
    let world = World::new();
    let (_, _) = world.clones();
    let outer = world.repository("outer");
    outer.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../remote.git", "part"]);
    outer.git(&["commit", "-qm", "Add part"]);
    let part = world.at("outer/part");
    part.write(".handoff/tasks/a.toml", "a = 1\n");
    assert_eq!(part.push().destination.map(|to| to.remote).as_deref(), Some("origin"));
    assert_eq!(world.remote().files_of("main"), [".handoff/tasks/a.toml"]);
    // The repository around it commits only its own files.
    outer.write(".handoff/tasks/b.toml", "b = 1\n");
    outer.publish(|_| {}).unwrap();
    assert_eq!(outer.files_of("HEAD"), [".handoff/tasks/b.toml"]);
}

#[test]
fn shallow_clone_pushes_and_merges() {
    let world = World::new();
    let (first, _) = world.clones();
    for number in 0..3 {
        first.write("src/main.txt", &format!("{number}\n"));
        first.git(&["commit", "-qam", "More"]);
    }
    first.git(&["push", "-q"]);
    let address = format!("file://{}", world.remote().folder.display());
    first.git(&["clone", "-q", "--depth=1", &address, "../shallow"]);
    let shallow = world.at("shallow");
    shallow.write(".handoff/tasks/a.toml", "a = 1\n");
    shallow.push();
    first.write(".handoff/tasks/b.toml", "b = 1\n");
    assert!(first.push().merged);
    shallow.write(".handoff/tasks/c.toml", "c = 1\n");
    assert!(shallow.push().merged);
    let names = world.remote().git(&["ls-tree", "-r", "--name-only", "main", ".handoff/tasks"]);
    assert_eq!(names, ".handoff/tasks/a.toml\n.handoff/tasks/b.toml\n.handoff/tasks/c.toml");
}

#[test]
fn histories_without_a_common_commit_are_not_merged() {
    let world = World::new();
    let (first, _) = world.clones();
    let other = world.repository("other");
    other.write(".handoff/other.toml", "a = 1\n");
    other.git(&["commit", "-q", "--amend", "-m", "Another first"]);
    other.git(&["remote", "add", "origin", "../remote.git"]);
    let sentence = other.fail(PublishFault::Conflict, |request| request.push = true);
    assert!(sentence.contains("no history in common"), "{sentence}");
    assert_eq!(world.remote().tip("main"), first.tip("main"));
}

#[test]
fn sparse_checkout_deletes_nothing() {
    let world = World::new();
    let repository = world.repository("r");
    repository.write(".handoff/tasks/a/x.toml", "a = 1\n");
    repository.write(".handoff/sessions/s.toml", "a = 1\n");
    repository.write("docs/x.md", "x\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-qm", "Second"]);
    repository.git(&["sparse-checkout", "set", "src", ".handoff/sessions"]);
    assert!(!repository.folder.join(".handoff/tasks").exists());
    assert_eq!(repository.publish(|_| {}).unwrap().commit, None);
    repository.write(".handoff/sessions/t.toml", "a = 1\n");
    repository.publish(|_| {}).unwrap();
    assert_eq!(repository.files_of("HEAD"), [".handoff/sessions/t.toml"]);
    assert_eq!(repository.git(&["status", "--porcelain"]), "");
    // A new file where the checkout has no files.
    repository.write(".handoff/tasks/b/y.toml", "b = 1\n");
    let tip = repository.tip("main");
    let sentence = repository.fail(PublishFault::Git, |_| {});
    assert!(sentence.contains("sparse"), "{sentence}");
    assert_eq!(repository.tip("main"), tip);
}
