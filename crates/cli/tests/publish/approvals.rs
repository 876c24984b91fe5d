//! A declaration is a file of the project: where it pushes needs the approval of a person on this
//! machine.

use handoff_agent::handover::publish::find_destination;
use handoff_engine::conversation::Turn;

use crate::publish::{Repository, World, request};

const ALLOW: [&str; 3] = ["handover", "run", "--allow-push"];

/// Creates a project whose committed declaration pushes.
fn project(world: &World, declaration: &str) -> Repository {
    let project = world.empty_repository("p");
    for remote in ["origin.git", "evil.git", "other.git"] {
        project.git(&["init", "-q", "--bare", &format!("../{remote}")]);
    }
    project.git(&["remote", "add", "origin", "../origin.git"]);
    project.handoff(&["init", "P"]);
    project.write("code.txt", "private source\n");
    project.write(".handoff/handover.toml", declaration);
    project.git(&["add", "-A"]);
    project.git(&["commit", "-qm", "First"]);
    project
}

/// Closes a session, as agents do at the end of a conversation.
fn save(project: &Repository) -> String {
    project.handoff(&["session", "save", "Read the feed"])
}

/// Returns the references of the bare repositories.
fn received(world: &World) -> String {
    ["origin.git", "evil.git", "other.git"]
        .map(|remote| world.at(remote).git(&["for-each-ref", "--format=%(refname)"]))
        .join("|")
}

#[test]
fn save_sends_nothing_that_is_not_approved() {
    for (declaration, place) in [
        ("[publish]\npush = true\n", "the branch main with all its commits to origin (../origin.git)"),
        ("[publish]\npush = true\nremote = \"../evil.git\"\n", "the branch main with all its commits to ../evil.git"),
        (
            "[publish]\npush = true\nremote = \"../evil.git\"\ntarget = \"main\"\n",
            "the branch main with all its commits to ../evil.git",
        ),
        (
            "[backend]\ntype = \"git\"\npush = true\nbranch = \"main\"\n",
            "the branch main with all its commits to origin (../origin.git)",
        ),
    ] {
        let world = World::new();
        let project = project(&world, declaration);
        let answer = save(&project);
        let refusal = format!("Pushing {place} is not approved on this machine, so nothing is pushed.");
        assert!(answer.contains(&refusal) && answer.contains("handoff handover run --allow-push"), "{answer}");
        assert_eq!(received(&world), "||", "{declaration}");
        assert_eq!(project.try_handoff(&["handover", "check"]).0, Some(2), "the handover is complete");
        let (code, answer) = project.try_handoff(&["handover", "run"]);
        assert_eq!((code, answer.contains(&refusal)), (Some(64), true), "{answer}");
        assert_eq!(received(&world), "||", "{declaration}");
        project.handoff(&ALLOW);
        let sent = received(&world);
        assert_ne!(sent, "||", "{declaration}");
        let answer = save(&project);
        assert!(answer.contains(&format!("The handover pushes {place}.")), "{answer}");
        let answer = project.handoff(&["handover", "run"]);
        assert!(answer.contains("steps executed"), "{answer}");
    }
}

#[test]
fn changed_value_needs_another_approval() {
    let declare = |remote: &str| format!("[publish]\npush = true\nremote = \"{remote}\"\n");
    let world = World::new();
    let project = project(&world, &declare("origin"));
    project.handoff(&ALLOW);
    let changes: [&dyn Fn(); 6] = [
        &|| drop(project.git(&["checkout", "-q", "-b", "side"])),
        &|| {
            project.git(&["checkout", "-q", "main"]);
            project.write(".handoff/handover.toml", &declare("../other.git"));
        },
        &|| project.write(".handoff/handover.toml", &declare("origin")),
        &|| drop(project.git(&["config", "remote.origin.pushurl", "../other.git"])),
        &|| drop(project.git(&["config", "--add", "remote.origin.pushurl", "../evil.git"])),
        &|| drop(project.git(&["config", "url.../evil.insteadOf", "../other"])),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        change();
        let (code, answer) = project.try_handoff(&["handover", "run"]);
        // The third change is back to what was approved.
        assert_eq!(code, Some(if number == 2 { 0 } else { 64 }), "{number}: {answer}");
    }
    assert_eq!(received(&world), "refs/heads/main||");
}

#[test]
fn person_pushes_to_the_own_remote_without_an_approval() {
    let world = World::new();
    let project = project(&world, "[publish]\n");
    save(&project);
    assert_eq!(received(&world), "||");
    project.handoff(&["handover", "run", "--push"]);
    assert_eq!(received(&world), "refs/heads/main||");
    project.write(".handoff/handover.toml", "[publish]\nremote = \"../evil.git\"\n");
    let (code, answer) = project.try_handoff(&["handover", "run", "--push"]);
    assert_eq!(code, Some(64), "{answer}");
    assert_eq!(received(&world), "refs/heads/main||");
}

#[test]
fn approval_is_stored_whether_or_not_the_run_pushes() {
    let cases: [(&str, &[&str]); 4] = [
        ("[publish]\npush = true\n", &["--push"]),
        ("[publish]\npush = true\n", &["--no-push"]),
        ("[publish]\n", &["--push"]),
        ("[publish]\n", &[]),
    ];
    for (declaration, arguments) in cases {
        let world = World::new();
        let project = project(&world, declaration);
        let answer = project.handoff(&[&ALLOW[..], arguments].concat());
        assert!(!answer.contains("no push to approve"), "{answer}");
        assert_eq!(received(&world) != "||", arguments == ["--push"], "{declaration} {arguments:?}");
        project.write(".handoff/handover.toml", "[publish]\npush = true\n");
        project.handoff(&["handover", "run"]);
        assert_eq!(received(&world), "refs/heads/main||", "{declaration} {arguments:?}");
    }
}

#[test]
fn approval_of_nothing_is_said() {
    let world = World::new();
    let project = project(&world, "[handover]\ntag = \"feed\"\n");
    let answer = project.handoff(&ALLOW);
    assert!(answer.contains("There is no push to approve, because the handover does not publish."), "{answer}");
    project.write(".handoff/handover.toml", "[publish]\n");
    project.git(&["remote", "remove", "origin"]);
    let answer = project.handoff(&ALLOW);
    assert!(answer.contains("There is no push to approve: There is no remote to push to."), "{answer}");
}

#[test]
fn save_says_which_programs_are_left_out() {
    let world = World::new();
    let project = project(
        &world,
        "[[step]]\nname = \"note\"\nkind = \"note\"\n[[step]]\nname = \"mail\"\nkind = \"command\"\ncommand = [\"touch\", \"ran\"]\n",
    );
    let answer = save(&project);
    assert!(
        answer.contains("runs programs, which are not approved on this machine, so they are left out."),
        "{answer}"
    );
    assert!(!project.folder.join("ran").exists());
}

/// Returns the addresses that a push would go to.
fn addresses(repository: &Repository, remote: &str) -> Vec<String> {
    let executor = repository.executor();
    let request = handoff_agent::handover::publish::PublishRequest { remote: Some(remote.to_owned()), ..request() };
    let mut publish = find_destination(request);
    loop {
        match publish.advance() {
            Turn::Ask(question) => executor.answer(question, &mut || None, &|_| false),
            Turn::Done(report) => return report.unwrap().destination.unwrap().addresses,
            Turn::Unanswered => panic!("a question without an answer"),
        }
    }
}

#[test]
fn addresses_are_those_of_git() {
    let world = World::new();
    let repository = world.repository("r");
    repository.git(&["remote", "add", "origin", "https://host.invalid/a"]);
    let settings: [&[&str]; 8] = [
        &["core.quotepath", "true"],
        &["url.ssh://git@host.invalid/.insteadOf", "https://host.invalid/"],
        &["url.ssh://deep.invalid/.insteadOf", "https://host.invalid/a"],
        &["url.ssh://push.invalid/.pushInsteadOf", "https://host.invalid/"],
        &["--add", "remote.origin.url", "https://other.invalid/b"],
        &["--add", "remote.origin.pushurl", "https://host.invalid/c"],
        &["--add", "remote.origin.pushurl", "../d"],
        &["--unset-all", "remote.origin.pushurl"],
    ];
    for setting in settings {
        repository.git(&[&["config"], setting].concat());
        let expected = repository.git(&["remote", "get-url", "--push", "--all", "origin"]);
        assert_eq!(addresses(&repository, "origin").join("\n"), expected, "{setting:?}");
    }
    assert_eq!(addresses(&repository, "https://host.invalid/x"), ["ssh://push.invalid/x"]);
}
