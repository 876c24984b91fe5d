//! `docs/command.md` matches the output of `handoff reference`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::program;

#[test]
fn command_documentation_is_up_to_date() {
    let page = Command::new(program()).arg("reference").output().unwrap();
    let page = String::from_utf8(page.stdout).unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command.md");
    if std::env::var_os("HANDOFF_WRITE").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let current = fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
    assert!(
        current == page,
        "docs/command.md is stale; HANDOFF_WRITE=1 cargo test -p handoff-cli --test main reference writes it anew"
    );
}
