//! Journals are untrusted input: a repository can contain any content.

use handoff_engine::tree::{Entry, Tree};
use handoff_protocol::{Capabilities, FileState, Layout};

use super::project::{LOCKING, Person, harbour, is_done};
use crate::support::NOW;
use crate::support::disk::{Disk, leftovers};
use crate::support::random::Random;

#[test]
fn invalid_journal_is_moved_to_the_trash() {
    for content in [
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
        let lines: Vec<&[u8]> =
            disk.tree.children("trash").filter_map(|(name, _)| disk.tree.file(&format!("trash/{name}"))).collect();
        assert_eq!(lines, [content.as_bytes()]);
        disk.tree.remove("trash");
        assert!(disk.tree == harbour(Layout::Json), "{content}");
    }
}

#[test]
fn recovery_from_mutated_journals_loses_no_content() {
    let journal = r#"{"version":1,"writer":"x","since":0,"steps":[{"kind":"makeFolder","path":"tasks/new"},{"kind":"write","path":"tasks/new/_task.todo.json","temp":"tasks/new/.a","before":null,"after":{"kind":"text","text":"{}"}},{"kind":"move","from":"tasks/t2-boats","to":"tasks/new/t2-boats"},{"kind":"remove","path":"notes.bin","temp":".n","before":{"kind":"hex","digits":"01"}}]}"#;
    let pieces =
        ["\"", "{", "}", "[", "]", ",", ":", "null", "0", "..", "/", "tasks", "\\u0000", "é", "steps", "kind", "move"];
    let mut random = Random::new(7);
    let (mut aside, mut whole) = (0, 0);
    for _ in 0..600 {
        let mut content = journal.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(content.len());
            let end = (at + random.below(12)).min(content.len());
            let piece = if random.one_in(2) { pieces[random.below(pieces.len())] } else { "" };
            content.splice(at..end, piece.bytes());
        }
        let mut disk = Disk::new(&harbour(Layout::Json));
        disk.tree.apply(FileState::File { path: ".journal-1.json".to_owned(), bytes: content.clone() });
        let outcome = Person::open(&disk, "noor", NOW, LOCKING).recover(&mut disk);
        let text = String::from_utf8_lossy(&content);
        assert!(is_done(&outcome), "{text}: {outcome:?}");
        let ours = |path: &String| path.starts_with(".journal") || path.starts_with(".lock");
        assert!(!leftovers(&disk.tree).iter().any(ours), "{text}");
        let is_set_aside = disk.tree.children("trash").next().is_some();
        (aside, whole) = (aside + u32::from(is_set_aside), whole + u32::from(!is_set_aside));
        let bytes = |tree: &Tree| -> Vec<Entry> {
            tree.walk("").map(|(_, entry)| entry.clone()).filter(|entry| matches!(entry, Entry::File(_))).collect()
        };
        let remaining = bytes(&disk.tree);
        let mut lost = bytes(&harbour(Layout::Json));
        lost.retain(|entry| !remaining.contains(entry) && *entry != Entry::File(vec![1]));
        assert_eq!(lost, [], "{text}: only what was to be removed is gone");
    }
    assert!(aside > 100 && whole > 20, "{aside} set aside, {whole} completed");
}

#[test]
fn binary_content_survives_a_journal() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    let journal = r#"{"version":1,"writer":"x","since":0,"steps":[{"kind":"write","path":"notes.bin","temp":".n","before":{"kind":"text","text":"\u0001"},"after":{"kind":"hex","digits":"00ff80"}}]}"#;
    let path = ".journal-1.json".to_owned();
    disk.tree.apply(FileState::File { path, bytes: journal.as_bytes().to_vec() });
    assert!(is_done(&Person::open(&disk, "noor", NOW, LOCKING).recover(&mut disk)));
    assert_eq!(disk.tree.file("notes.bin"), Some([0, 0xff, 0x80].as_slice()));
    assert_eq!(leftovers(&disk.tree), [""; 0]);
}

#[test]
fn interrupted_append_is_completed_beside_lines_of_others() {
    const LOG: &str = "activity/2026-12/x.jsonl";
    let step = format!(r#"{{"kind":"append","path":"{LOG}","size":8,"lines":"{{\"b\":2}}\n{{\"c\":3}}\n"}}"#);
    let journal = format!(r#"{{"version":1,"writer":"x","since":0,"steps":[{step}]}}"#);
    for (what, end, expected) in [
        ("nothing", "", "{\"b\":2}\n{\"c\":3}\n"),
        ("a part", "{\"b\":2}\n{\"c", "{\"b\":2}\n{\"c\":3}\n"),
        ("all, and others", "{\"b\":2}\n{\"c\":3}\n{\"z\":9}\n", "{\"b\":2}\n{\"c\":3}\n{\"z\":9}\n"),
        ("a line, and others", "{\"b\":2}\n{\"z\":9}\n", "{\"b\":2}\n{\"z\":9}\n{\"c\":3}\n"),
        ("only others", "{\"z\":9}\n", "{\"z\":9}\n{\"b\":2}\n{\"c\":3}\n"),
    ] {
        let mut disk = Disk::new(&harbour(Layout::Json));
        for (path, text) in [(LOG, format!("{{\"a\":1}}\n{end}")), (".journal-1.json", journal.clone())] {
            disk.tree.apply(FileState::File { path: path.to_owned(), bytes: text.into_bytes() });
        }
        let outcome = Person::open(&disk, "noor", NOW, LOCKING).recover(&mut disk);
        assert!(is_done(&outcome), "{what}: {outcome:?}");
        let log = disk.tree.file(LOG).map(String::from_utf8_lossy);
        assert_eq!(log.as_deref(), Some(format!("{{\"a\":1}}\n{expected}").as_str()), "{what}");
        assert_eq!(leftovers(&disk.tree), [""; 0], "{what}");
    }
}

#[test]
fn journal_is_carried_out_if_its_replacement_was_interrupted() {
    let step = r#"{"kind":"move","from":"tasks/t2-boats","to":"tasks/t2-ships"}"#;
    for (replaces_in_two, is_carried_out) in [(true, true), (false, false)] {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let content =
            format!(r#"{{"version":1,"writer":"x","since":0,"replaces_in_two":{replaces_in_two},"steps":[{step}]}}"#);
        // The journal itself is gone, and its next version has not got its name yet.
        disk.tree.apply(FileState::File { path: ".journal-1.json.tmp.2".to_owned(), bytes: content.into_bytes() });
        let outcome = Person::open(&disk, "noor", NOW, LOCKING).recover(&mut disk);
        assert!(is_done(&outcome), "{outcome:?}");
        assert_eq!(disk.tree.is_folder("tasks/t2-ships"), is_carried_out, "{replaces_in_two}");
        assert_eq!(leftovers(&disk.tree), [""; 0]);
    }
}

#[test]
fn recovery_without_a_journal_changes_nothing() {
    for capabilities in [LOCKING, super::project::LOCKLESS] {
        let mut disk = Disk::new(&harbour(Layout::Toml));
        let mut person = Person::open(&disk, "noor", NOW, capabilities);
        assert!(is_done(&person.recover(&mut disk)));
        assert!(disk.tree == harbour(Layout::Toml) && person.actions == 1, "{} actions", person.actions);
        let mut nothing = Disk::default();
        assert!(is_done(&person.recover(&mut nothing)));
        assert_eq!(nothing.tree, Disk::default().tree);
    }
}

#[test]
fn journal_of_a_copy_of_the_folder_is_not_carried_out() {
    let step = r#"{"kind":"move","from":"tasks/t2-boats","to":"tasks/t2-ships"}"#;
    let here = Capabilities { place: Some("7".to_owned()), ..LOCKING };
    for (place, is_carried_out) in [(r#""place":"7","#, true), (r#""place":"8","#, false), ("", false)] {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let content = format!(r#"{{"version":1,"writer":"x","since":0,{place}"steps":[{step}]}}"#);
        disk.tree.apply(FileState::File { path: ".journal-1.json".to_owned(), bytes: content.clone().into_bytes() });
        let outcome = Person::open(&disk, "noor", NOW, here.clone()).recover(&mut disk);
        assert!(is_done(&outcome), "{place}: {outcome:?}");
        assert_eq!(disk.tree.is_folder("tasks/t2-ships"), is_carried_out, "{place}");
        assert_eq!(leftovers(&disk.tree), [""; 0], "{place}");
        let kept: Vec<&[u8]> =
            disk.tree.children("trash").filter_map(|(name, _)| disk.tree.file(&format!("trash/{name}"))).collect();
        assert_eq!(kept, if is_carried_out { vec![] } else { vec![content.as_bytes()] }, "{place}");
    }
}
