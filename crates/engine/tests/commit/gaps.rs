//! A task file that another program has removed, and may write again.

use handoff_protocol::{Action, FileState, Outcome, RefusalCode};

use super::foreign::{edit, file_of, put, text};
use super::project::{LAYOUTS, LOCKING, Person, harbour, id, is_done};
use crate::support::disk::Disk;
use crate::support::{NOW, command};

#[test]
fn command_waits_for_a_file_that_is_written_anew() {
    let note = |layout| {
        command(&format!(
            r#"{{"kind":"updateTasks","ids":["{}"],"patch":{{"appendNotes":"our note"}}}}"#,
            id(layout, "1.1")
        ))
    };
    for layout in LAYOUTS {
        for returns_after in [Some(0), Some(30), Some(900), None] {
            let mut disk = Disk::new(&harbour(layout));
            let mut person = Person::open(&disk, "noor", NOW, LOCKING);
            let path = file_of(&disk.tree, "Piles").expect("the task");
            let content = text(&disk.tree, &path);
            disk.tree.remove(&path);
            // The watcher has reported it.
            person.engine.feed(vec![FileState::Gone { path: path.clone() }], NOW);
            let first = person.begin(&note(layout));
            let mut waited = 0;
            let outcome = person.finish_with(first, |_, action| {
                if let Action::Wait { ms } = action {
                    waited += ms;
                }
                if returns_after.is_some_and(|after| waited > after) && disk.tree.file(&path).is_none() {
                    put(&mut disk, &path, &edit(&content));
                }
                disk.perform(action)
            });
            if returns_after.is_some() {
                assert!(is_done(&outcome), "{layout:?}, {returns_after:?}: {outcome:?}");
                let content = text(&disk.tree, &path);
                assert!(content.contains("our note") && content.contains("x_other"), "{content}");
            } else {
                let refused =
                    matches!(&outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::UnknownTask);
                assert!(refused, "{layout:?}: {outcome:?}");
            }
        }
    }
}
