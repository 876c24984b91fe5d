//! Journals are untrusted input: a repository may contain any.

use handoff_protocol::{FileState, Layout};

use crate::project::{LOCKING, NOW, Person, harbour, is_done};
use crate::shell::{Disk, leftovers};

#[test]
fn a_journal_that_makes_no_sense_is_set_aside() {
    for content in [
        "",
        "{",
        "[]",
        r#"{"version":2,"writer":"x","since":0,"steps":[]}"#,
        r#"{"version":1,"writer":"x","since":0,"steps":[{"kind":"move","from":"tasks","to":"../tasks"}]}"#,
        r#"{"version":1,"writer":"x","since":0,"steps":[{"kind":"remove","path":"/etc/x","before":{"kind":"text","text":""}}]}"#,
        r#"{"version":1,"writer":"x","since":0,"steps":[{"kind":"write","path":"a","temp":"../b","before":null,"after":{"kind":"hex","digits":"00"}}]}"#,
        r#"{"version":1,"writer":"x","since":0,"steps":[{"kind":"write","path":"a","temp":"b","before":null,"after":{"kind":"hex","digits":"0g"}}]}"#,
        r#"{"version":1,"writer":"x","since":0,"steps":[{"kind":"write","path":"a","temp":"b","before":null,"after":{"kind":"hex","digits":"é"}}]}"#,
    ] {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let path = ".journal-1.json".to_owned();
        disk.tree.apply(FileState::File { path, bytes: content.as_bytes().to_vec() });
        let outcome = Person::open(&disk, "noor", NOW, LOCKING).recover(&mut disk);
        assert!(is_done(&outcome), "{content}: {outcome:?}");
        assert_eq!(leftovers(&disk.tree), [""; 0], "{content}");
        let kept: Vec<&[u8]> =
            disk.tree.children("trash").filter_map(|(name, _)| disk.tree.file(&format!("trash/{name}"))).collect();
        assert_eq!(kept, [content.as_bytes()]);
        disk.tree.remove("trash");
        assert!(disk.tree == harbour(Layout::Json), "{content}");
    }
}

#[test]
fn bytes_that_are_no_text_survive_a_journal() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    let journal = r#"{"version":1,"writer":"x","since":0,"steps":[{"kind":"write","path":"notes.bin","temp":".n","before":{"kind":"text","text":"\u0001"},"after":{"kind":"hex","digits":"00ff80"}}]}"#;
    let path = ".journal-1.json".to_owned();
    disk.tree.apply(FileState::File { path, bytes: journal.as_bytes().to_vec() });
    assert!(is_done(&Person::open(&disk, "noor", NOW, LOCKING).recover(&mut disk)));
    assert_eq!(disk.tree.file("notes.bin"), Some([0, 0xff, 0x80].as_slice()));
    assert_eq!(leftovers(&disk.tree), [""; 0]);
}

#[test]
fn nothing_to_complete_changes_nothing() {
    for capabilities in [LOCKING, crate::project::LOCKLESS] {
        let mut disk = Disk::new(&harbour(Layout::Toml));
        let mut person = Person::open(&disk, "noor", NOW, capabilities);
        assert!(is_done(&person.recover(&mut disk)));
        assert!(disk.tree == harbour(Layout::Toml) && person.actions == 1, "{} actions", person.actions);
        let mut nothing = Disk::default();
        assert!(is_done(&person.recover(&mut nothing)));
        assert!(nothing.tree == Disk::default().tree);
    }
}
