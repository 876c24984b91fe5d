//! Disks and folders that cannot be written, and clocks that are wrong.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use super::{CHECKPOINT, files, outcome, project};

/// Returns whether permissions apply to this process.
fn is_restricted(folder: &std::path::Path) -> bool {
    let probe = folder.join("probe");
    fs::create_dir(&probe).unwrap();
    fs::set_permissions(&probe, Permissions::from_mode(0o500)).unwrap();
    let restricted = fs::write(probe.join("x"), "").is_err();
    fs::remove_dir_all(&probe).unwrap();
    restricted
}

#[test]
fn unwritable_place_of_the_checkpoint_is_said_before_anything_is_done() {
    let folder = project("toml");
    let before = files(&folder);
    // A file in place of the folder refuses every process, whatever its permissions are.
    fs::write(folder.at("file"), "").unwrap();
    let (code, output, message) = outcome(&folder, &["handover", "run", "--checkpoint", "file/checkpoint.json"]);
    assert_eq!((code, output.as_str(), message.lines().count()), (70, "", 1), "{message}");
    assert_eq!(files(&folder), before);
    // The folder of the lock is there since the first run.
    fs::remove_dir_all(folder.at(".handoff/local/handover")).unwrap();
    fs::write(folder.at(".handoff/local/handover"), "").unwrap();
    let (code, _, message) = outcome(&folder, &["handover", "run"]);
    assert_eq!((code, message.lines().count()), (65, 1), "{message}");
}

#[test]
fn missing_permission_is_said_and_loses_nothing() {
    let folder = project("toml");
    if !is_restricted(&folder.0) {
        eprintln!("skipped: permissions do not apply to this user");
        return;
    }
    let local = folder.at(".handoff/local");
    fs::create_dir_all(&local).unwrap();
    fs::set_permissions(&local, Permissions::from_mode(0o500)).unwrap();
    let (code, _, message) = outcome(&folder, &["handover", "run"]);
    fs::set_permissions(&local, Permissions::from_mode(0o700)).unwrap();
    assert_eq!((code, message.lines().count()), (70, 1), "{message}");
    assert!(!folder.at(CHECKPOINT).exists());
}

#[test]
fn full_disk_is_said_and_loses_nothing() {
    let folder = project("toml");
    let place = folder.at("small");
    fs::create_dir(&place).unwrap();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=4k", "none"]).arg(&place).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: this user cannot mount a small disk");
        return;
    }
    let checkpoint = place.join("checkpoint.json");
    fs::write(&checkpoint, r#"{"status": "completed", "steps": {}}"#).unwrap();
    let note = "潮".repeat(4000);
    let (code, output, message) =
        outcome(&folder, &["handover", "run", "--note", &note, "--checkpoint", "small/checkpoint.json"]);
    let kept = fs::read_to_string(&checkpoint);
    let unmounted = Command::new("umount").arg(&place).status();
    assert!(unmounted.is_ok_and(|status| status.success()));
    assert_eq!((code, output.as_str(), message.lines().count()), (70, "", 1), "{message}");
    assert!(message.contains("cannot be written"), "{message}");
    assert_eq!(kept.unwrap(), r#"{"status": "completed", "steps": {}}"#);
}

#[test]
fn lock_from_a_wrong_clock_does_not_block() {
    let folder = project("toml");
    fs::create_dir_all(folder.at(".handoff/local/handover")).unwrap();
    // One is old, the other is of the far future and names no process.
    for since in [1_i64, 4_102_444_800_000] {
        let lock = format!(r#"{{"writer":"w","since":{since},"nonce":"n{since}"}}"#);
        fs::write(folder.at(".handoff/local/handover/lock"), lock).unwrap();
        assert_eq!(outcome(&folder, &["handover", "run"]).0, 0);
    }
    // A checkpoint with a time of the future is resumed like any other.
    let text =
        r#"{"status":"in_progress","steps":{"facts":"pending"},"started_at":"2099-01-01T00:00:00.000000+00:00"}"#;
    fs::write(folder.at(CHECKPOINT), text).unwrap();
    assert_eq!(outcome(&folder, &["handover", "check"]).0, 1);
    assert_eq!(outcome(&folder, &["handover", "run"]).0, 0);
}
