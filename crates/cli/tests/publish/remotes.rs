//! Pushing: which remote, what others have pushed meanwhile, and remotes that do not answer.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use handoff_agent::handover::publish::{PublishFault, PublishQuestion, PublishRequest};

use crate::publish::{Repository, World, conduct, request};

fn pushing(request: &mut PublishRequest) {
    request.push = true;
}

#[test]
fn commit_is_pushed_to_the_branch_of_the_same_name() {
    let world = World::new();
    let (repository, _) = world.clones();
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    assert_eq!(repository.push().destination.map(|to| to.remote).as_deref(), Some("origin"));
    assert_eq!(world.remote().tip("main"), repository.tip("HEAD"));
    assert_eq!(repository.push().destination, None, "the remote has everything");
    // A branch that follows another one is not pushed to that one.
    let main = world.remote().tip("main");
    repository.git(&["checkout", "-q", "-b", "topic", "--track", "origin/main"]);
    repository.write(".handoff/tasks/a.toml", "a = 2\n");
    repository.push();
    assert_eq!((world.remote().tip("main"), world.remote().tip("topic")), (main, repository.tip("HEAD")));
}

#[test]
fn earlier_commit_is_pushed_although_nothing_has_changed() {
    let world = World::new();
    let (repository, _) = world.clones();
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    repository.publish(|_| {}).unwrap();
    assert_ne!(world.remote().tip("main"), repository.tip("HEAD"));
    let report = repository.push();
    assert_eq!((report.commit, report.destination.map(|to| to.remote).as_deref()), (None, Some("origin")));
    assert_eq!(world.remote().tip("main"), repository.tip("HEAD"));
}

#[test]
fn remote_that_is_absent_or_refuses_keeps_the_commit() {
    let world = World::new();
    let repository = world.repository("r");
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    let sentence = repository.fail(PublishFault::NoRemote, pushing);
    assert!(sentence.contains("git remote add"), "{sentence}");
    let commit = repository.tip("HEAD");
    assert_eq!(repository.git(&["log", "-1", "--format=%s"]), "Hand over");
    repository.git(&["remote", "add", "origin", "../absent.git"]);
    let sentence = repository.fail(PublishFault::Remote, pushing);
    assert!(sentence.starts_with("Git could not push to origin: '../absent.git' does not appear"), "{sentence}");
    repository.fail(PublishFault::Remote, |request| {
        request.push = true;
        request.remote = Some("unknown".to_owned());
    });
    repository.git(&["init", "-q", "--bare", "../absent.git"]);
    #[cfg(unix)]
    {
        world.at("absent.git").script("hooks/pre-receive", "echo 'Frozen until Monday'; exit 1");
        let sentence = repository.fail(PublishFault::Remote, pushing);
        assert!(
            sentence.contains("Frozen until Monday") && sentence.contains("pre-receive hook declined"),
            "{sentence}"
        );
        std::fs::remove_file(world.at("absent.git").folder.join("hooks/pre-receive")).unwrap();
        repository.script(".git/hooks/pre-push", "echo 'Run the tests first' >&2; exit 1");
        let sentence = repository.fail(PublishFault::Remote, pushing);
        assert!(sentence.starts_with("Git could not push to origin: Run the tests first."), "{sentence}");
        std::fs::remove_file(repository.folder.join(".git/hooks/pre-push")).unwrap();
    }
    assert_eq!(repository.tip("HEAD"), commit);
    repository.push();
    assert_eq!(world.at("absent.git").tip("main"), commit);
}

#[test]
fn login_is_never_asked_for() {
    let world = World::new();
    let repository = world.repository("r");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut buffer = [0; 4096];
            let _ = stream.read(&mut buffer);
            let answer = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    repository.git(&["remote", "add", "origin", &format!("http://{address}/x.git")]);
    // A program that would show a window.
    repository.git(&["config", "core.askPass", "/no/such/program"]);
    let sentence = repository.fail(PublishFault::Remote, pushing);
    assert!(sentence.starts_with("origin asks for a login, and publishing does not ask you for it."), "{sentence}");
    assert!(!sentence.contains("/no/such/program"), "{sentence}");
}

#[cfg(unix)]
#[test]
fn remote_that_does_not_answer_is_left_after_the_timeout() {
    let world = World::new();
    let repository = world.repository("r");
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    repository.script("silent-ssh", "exec sleep 600");
    let program = repository.folder.join("silent-ssh").display().to_string();
    repository.git(&["config", "core.sshCommand", &format!("'{program}'")]);
    repository.git(&["remote", "add", "origin", "ssh://host.invalid/x.git"]);
    let failure = conduct(&repository.executor(), PublishRequest { push: true, ..request() }, |mut question| {
        if let PublishQuestion::Git(call, _) = &mut question
            && call.args.iter().any(|arg| arg == "push")
        {
            call.timeout_secs = 1;
        }
        Some(question)
    })
    .unwrap_err();
    assert_eq!(failure.fault, PublishFault::Timeout);
    assert_eq!(failure.commit, Some(repository.tip("HEAD")));
    assert!(failure.text.to_string().starts_with("origin did not answer within"), "{}", failure.text);
}

#[test]
fn commits_of_others_are_merged_and_the_work_tree_follows() {
    let world = World::new();
    let (first, second) = world.clones();
    first.write(".handoff/tasks/a.toml", "a = 1\n");
    first.write("src/other.txt", "new\n");
    first.git(&["add", "src"]);
    first.git(&["commit", "-qm", "Code"]);
    first.push();
    second.write(".handoff/tasks/b.toml", "b = 1\n");
    second.write("src/main.txt", "one\ntwo\nchanged\n");
    second.git(&["add", "src/main.txt"]);
    second.write("untracked.txt", "x\n");
    let diff = second.git(&["diff", "--cached", "--", "src/main.txt"]);
    let report = second.push();
    assert!(report.merged && report.notes.is_empty(), "{report:?}");
    assert_eq!(world.remote().tip("main"), second.tip("HEAD"));
    assert_eq!(
        (second.read(".handoff/tasks/a.toml"), second.read("src/other.txt")),
        ("a = 1\n".to_owned(), "new\n".to_owned())
    );
    assert_eq!(second.git(&["diff", "--cached"]), diff, "staged work stays staged");
    assert_eq!(second.git(&["status", "--porcelain"]), "M  src/main.txt\n?? untracked.txt");
    assert_eq!(second.git(&["log", "--merges", "--format=%s"]), "Merge main with what others have published");
}

#[test]
fn local_changes_in_the_way_keep_the_branch_where_it_is() {
    let world = World::new();
    let (first, second) = world.clones();
    first.write("src/main.txt", "other\n");
    first.git(&["commit", "-qam", "Code"]);
    first.write(".handoff/tasks/a.toml", "a = 1\n");
    first.push();
    second.write("src/main.txt", "mine\n");
    second.write(".handoff/tasks/b.toml", "b = 1\n");
    let report = second.push();
    assert!(report.merged && world.remote().tip("main") == report.tip.clone().unwrap());
    assert_eq!(second.tip("HEAD"), report.commit.unwrap(), "the branch has our commit only");
    let note = report.notes[0].to_string();
    assert!(note.contains("the local branch main was left where it is") && note.contains("git pull"), "{note}");
    assert_eq!(second.git(&["status", "--porcelain"]), " M src/main.txt");
    assert_eq!(second.read("src/main.txt"), "mine\n");
    // The next publications go on from there.
    second.write(".handoff/tasks/b.toml", "b = 2\n");
    assert!(second.push().merged);
    assert_eq!(world.remote().git(&["show", "main:.handoff/tasks/b.toml"]), "b = 2");
    second.git(&["checkout", "-q", "src/main.txt"]);
    second.git(&["pull", "-q"]);
    assert_eq!(world.remote().tip("main"), second.tip("HEAD"));
}

/// Writes a task file in which only these two values differ between callers.
fn task(repository: &Repository, title: &str, estimate: u32) {
    let text = format!("id = \"01\"\ntitle = \"{title}\"\nestimate_hours = {estimate}\n");
    repository.write(".handoff/tasks/01-x/task.toml", &text);
}

#[test]
fn merge_driver_merges_fields_and_names_conflicts() {
    let world = World::new();
    let (first, second) = world.clones();
    task(&first, "Pier", 1);
    first.push();
    second.git(&["pull", "-q"]);
    // Adjacent lines: a conflict for Git alone. Nothing is set up in these clones.
    task(&first, "Quay", 1);
    first.push();
    task(&second, "Pier", 2);
    assert!(second.push().merged);
    assert_eq!(second.read(".handoff/tasks/01-x/task.toml"), "id = \"01\"\ntitle = \"Quay\"\nestimate_hours = 2\n");
    first.git(&["pull", "-q"]);
    // The same field.
    task(&first, "Mole", 2);
    first.push();
    task(&second, "Jetty", 2);
    let (remote, before) = (world.remote().tip("main"), second.foreign_state());
    let failure = second.publish(pushing).unwrap_err();
    assert_eq!(failure.fault, PublishFault::Conflict);
    let sentence = failure.text.to_string();
    assert!(sentence.contains("main on origin has other changes in .handoff/tasks/01-x/task.toml."), "{sentence}");
    assert!(sentence.contains("git pull origin main"), "{sentence}");
    assert_eq!((world.remote().tip("main"), second.foreign_state()), (remote, before));
    assert_eq!(failure.commit, Some(second.tip("main")), "the local commit stays");
    assert_eq!(second.read(".handoff/tasks/01-x/task.toml").lines().nth(1), Some("title = \"Jetty\""));
    // As the sentence says.
    assert!(!second.try_git(&["pull", "-q", "--no-rebase", "origin", "main"]));
    second.fail(PublishFault::Unfinished, pushing);
    task(&second, "Jetty", 2);
    second.git(&["commit", "-qam", "Resolve"]);
    second.push();
    assert_eq!(world.remote().tip("main"), second.tip("HEAD"));
}
