//! Hooks and signatures.

#![cfg(unix)]

use handoff_agent::handover::publish::PublishFault;

use crate::publish::{Repository, World};

fn prepared(world: &World) -> Repository {
    let repository = world.repository("r");
    repository.write(".handoff/tasks/a.toml", "a = 1\n");
    repository.write("src/main.txt", "staged\n");
    repository.git(&["add", "src"]);
    repository
}

#[test]
fn hooks_of_a_commit_run_and_can_stop_it() {
    for hook in ["pre-commit", "prepare-commit-msg", "commit-msg"] {
        let world = World::new();
        let repository = prepared(&world);
        repository.script(&format!(".git/hooks/{hook}"), "echo 'Not today' >&2; echo more >&2; exit 3");
        let before = (repository.foreign_state(), repository.tip("HEAD"));
        let sentence = repository.fail(PublishFault::Hook, |_| {});
        assert_eq!(sentence, format!("The hook {hook} stopped the commit: Not today / more."));
        assert_eq!((repository.foreign_state(), repository.tip("HEAD")), before);
        assert_eq!(repository.git(&["status", "--porcelain", "--", ".handoff"]), "?? .handoff/tasks/");
    }
}

#[test]
fn hooks_see_what_is_committed_and_may_change_it() {
    let world = World::new();
    let repository = prepared(&world);
    repository.git(&["config", "core.hooksPath", "my hooks"]);
    repository.script(
        "my hooks/pre-commit",
        "git diff --cached --name-only -- '*.t?ml' '*.txt' > seen\necho 'b = 2' >> .handoff/tasks/a.toml\ngit add .handoff/tasks/a.toml",
    );
    repository.script("my hooks/commit-msg", "printf '\nTicket: 7\n' >> \"$1\"");
    repository.script("my hooks/post-commit", "git rev-parse HEAD > after; exit 1");
    let before = repository.git(&["diff", "--cached", "--", "src"]);
    repository.publish(|_| {}).unwrap();
    assert_eq!(repository.read("seen"), ".handoff/tasks/a.toml\n");
    assert_eq!(repository.read("after").trim(), repository.tip("HEAD"));
    assert_eq!(repository.git(&["show", "HEAD:.handoff/tasks/a.toml"]), "a = 1\nb = 2");
    assert_eq!(repository.git(&["log", "-1", "--format=%B"]), "Hand over\n\nTicket: 7");
    assert_eq!(repository.git(&["diff", "--cached", "--", "src"]), before);
    assert_eq!(repository.git(&["status", "--porcelain", "--", ".handoff"]), "");
}

#[test]
fn hooks_cannot_add_other_files_or_secrets() {
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0");
    for (script, fault) in [
        ("git add src/main.txt".to_owned(), PublishFault::Hook),
        (format!("echo '{token}' > .handoff/x.md; git add .handoff/x.md"), PublishFault::Secret),
    ] {
        let world = World::new();
        let repository = prepared(&world);
        repository.script(".git/hooks/pre-commit", &script);
        let (tip, staged) = (repository.tip("HEAD"), repository.git(&["diff", "--cached"]));
        repository.fail(fault, |_| {});
        assert_eq!((repository.tip("HEAD"), repository.git(&["diff", "--cached"])), (tip, staged));
    }
}

#[test]
fn signatures_are_made_or_nothing_is_committed() {
    let world = World::new();
    let repository = prepared(&world);
    repository.git(&["config", "commit.gpgSign", "true"]);
    let (tip, staged) = (repository.tip("HEAD"), repository.git(&["diff", "--cached"]));
    for signer in ["no-such-signer", "signers/failing"] {
        repository.script("signers/failing", "echo 'No secret key' >&2; exit 2");
        let program =
            if signer.contains('/') { repository.folder.join(signer).display().to_string() } else { signer.to_owned() };
        repository.git(&["config", "gpg.program", &program]);
        let sentence = repository.fail(PublishFault::Signing, |_| {});
        assert!(sentence.starts_with("The commit could not be signed, so nothing was committed: "), "{sentence}");
        assert_eq!((repository.tip("HEAD"), repository.git(&["diff", "--cached"])), (tip.clone(), staged.clone()));
    }
    repository.script(
        "signers/good",
        "cat > /dev/null; echo '[GNUPG:] SIG_CREATED D' >&2; printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nabc\\n-----END PGP SIGNATURE-----\\n'",
    );
    repository.git(&["config", "gpg.program", &repository.folder.join("signers/good").display().to_string()]);
    repository.publish(|_| {}).unwrap();
    assert!(repository.git(&["cat-file", "commit", "HEAD"]).contains("\ngpgsig -----BEGIN PGP SIGNATURE-----"));
}
