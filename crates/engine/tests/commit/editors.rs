//! Files that are open with unsaved changes in an editor when a command changes them.

use handoff_protocol::{Action, Answer, Capabilities, FileState, Layout, Outcome, RefusalCode};

use super::project::{LOCKING, Person, harbour};
use crate::support::disk::Disk;
use crate::support::{NOW, command};

const LIGHTS: &str = "tasks/t3-lights/_task.blocked.json";

fn editors() -> Capabilities {
    Capabilities { editors: true, ..LOCKING }
}

fn open(capabilities: Capabilities) -> (Disk, Person) {
    let disk = Disk::new(&harbour(Layout::Json));
    let person = Person::open(&disk, "ann", NOW, capabilities);
    (disk, person)
}

/// Runs a command. Returns its outcome and the paths of each request to settle editors, which the
/// answers are for.
fn run(disk: &mut Disk, person: &mut Person, json: &str, answers: Vec<Answer>) -> (Outcome, Vec<Vec<String>>) {
    let first = person.begin(&command(json));
    let (mut answers, mut asked) = (answers.into_iter(), Vec::new());
    let outcome = person.finish_with(first, |_, action| match action {
        Action::SettleEditors { paths } => {
            asked.push(paths.clone());
            let answer = answers.next().expect("an answer for each request");
            if let Answer::Saved { files } = &answer {
                for file in files {
                    disk.tree.apply(file.clone());
                }
            }
            answer
        }
        action => disk.perform(action),
    });
    (outcome, asked)
}

#[test]
fn commit_asks_once_for_the_editors_of_every_path_it_changes() {
    for (json, paths) in [
        (
            r#"{"kind":"updateTasks","ids":["t1.1"],"patch":{"title":"Oak"}}"#,
            vec!["tasks/t1-quay/t1.1-piles/_task.todo.json"],
        ),
        (
            r#"{"kind":"updateTasks","ids":["t1.2"],"patch":{},"position":{"parent":"t2","place":{"kind":"last"}}}"#,
            vec!["tasks/t1-quay/t1.2-crane", "tasks/t2-boats/t1.2-crane"],
        ),
        (r#"{"kind":"updateTasks","ids":["t3"],"patch":{"status":"blocked"}}"#, vec![]),
    ] {
        let (mut disk, mut person) = open(editors());
        let (outcome, asked) = run(&mut disk, &mut person, json, vec![Answer::Ok {}]);
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
        let is_empty = paths.is_empty();
        assert_eq!(asked, if is_empty { vec![] } else { vec![paths] }, "{json}");
    }
}

#[test]
fn commit_changes_nothing_if_an_editor_stays_unsaved() {
    let (mut disk, mut person) = open(editors());
    let before = disk.tree.clone();
    let json = r#"{"kind":"updateTasks","ids":["t3"],"patch":{"title":"Lamps"}}"#;
    let (outcome, _) = run(&mut disk, &mut person, json, vec![Answer::Declined {}]);
    assert!(
        matches!(&outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::UnsavedEditor),
        "{outcome:?}"
    );
    assert_eq!(person.actions, 2, "only the pause was read before the request, so no lock was taken");
    assert_eq!(disk.tree, before);
}

#[test]
fn commit_plans_again_from_what_the_editor_saved() {
    let (mut disk, mut person) = open(editors());
    let saved = String::from_utf8(disk.tree.file(LIGHTS).expect("the task").to_vec()).expect("text");
    let bytes = saved.replace("\"Lights\"", "\"Lights\",\n  \"notes\": \"typed\"").into_bytes();
    let answers =
        vec![Answer::Saved { files: vec![FileState::File { path: LIGHTS.to_owned(), bytes }] }, Answer::Ok {}];
    let json = r#"{"kind":"updateTasks","ids":["t3"],"patch":{"title":"Lamps"}}"#;
    let (outcome, asked) = run(&mut disk, &mut person, json, answers);
    assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    assert_eq!(asked, [[LIGHTS], [LIGHTS]]);
    let text = String::from_utf8(disk.tree.file(LIGHTS).expect("the task").to_vec()).expect("text");
    assert!(text.contains("\"Lamps\"") && text.contains("\"typed\""), "{text}");
}

#[test]
fn commit_asks_no_editors_of_a_shell_without_them() {
    let (mut disk, mut person) = open(LOCKING);
    let json = r#"{"kind":"updateTasks","ids":["t3"],"patch":{"title":"Lamps"}}"#;
    let (outcome, asked) = run(&mut disk, &mut person, json, Vec::new());
    assert!(matches!(outcome, Outcome::Done { .. }) && asked.is_empty(), "{outcome:?}, {asked:?}");
}
