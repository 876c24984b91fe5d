//! What every shell must do with single actions, recorded for the tests of the other shells.
//!
//! Each line of `tests/conformance/shell.json` is a case: `setup` and `after` are the file states
//! of the whole tree, `steps` are pairs of an action and its answer. Bytes are lists of numbers. A
//! `link` in the setup is a symbolic link to an outside folder with a file `secret`; `unreadable`
//! is a named pipe. Of a `failed` answer only the kind and the fault are compared.

mod actions;

use std::path::Path;

use handoff_engine::tree::Tree;
use handoff_protocol::{Action, Answer, FileState};
use serde::{Deserialize, Serialize};

use crate::support::disk::{Disk, difference};
use actions::{
    append, bytes, create, denied, file, folder, link, list, make, names, not_a_file, part, pipe, read, read_from,
    remove, remove_folder, rename, replace, write,
};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Case {
    name: String,
    setup: Vec<FileState>,
    steps: Vec<Step>,
    after: Vec<FileState>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Step {
    action: Action,
    answer: Answer,
}

fn case(name: &str, setup: &[FileState], steps: &[(Action, Answer)], after: &[FileState]) -> Case {
    let step = |(action, answer): &(Action, Answer)| Step { action: action.clone(), answer: answer.clone() };
    let after = entries(&tree(after));
    Case { name: name.to_owned(), setup: setup.to_vec(), steps: steps.iter().map(step).collect(), after }
}

#[allow(clippy::too_many_lines, reason = "a table")]
fn cases() -> Vec<Case> {
    use Answer::{Differs, Exists, Missing, Ok};
    let odd = "tasks/t1 – Größe 日本語 🌊/_task.in progress.json";
    let long = format!("docs/{}", "x".repeat(200));
    let deep = format!("deep{}", format!("/{}", "x".repeat(60)).repeat(5));
    let deep_folders: Vec<FileState> =
        (0..5).map(|count| folder(&format!("n{}", format!("/{}", "x".repeat(60)).repeat(count)))).collect();
    let binary = || -> Vec<u8> { (0..=255).chain([0, 10, 13, 10, 255]).collect() };
    let mut cases = vec![
        case(
            "create makes a file and its folders",
            &[],
            &[(create(".lock", "a"), Ok {}), (create("a/b/c", ""), Ok {}), (read("a/b/c"), bytes(""))],
            &[file(".lock", "a"), folder("a"), folder("a/b"), file("a/b/c", "")],
        ),
        case(
            "create leaves what is there",
            &[file("x", "1"), folder("d")],
            &[(create("x", "2"), Exists {}), (create("d", "2"), Exists {})],
            &[file("x", "1"), folder("d")],
        ),
        case(
            "read gives all bytes or says missing",
            &[file("x", "1\r\n")],
            &[
                (read("x"), bytes("1\r\n")),
                (read("y"), Missing {}),
                (read("d/y"), Missing {}),
                (read("x/y"), Missing {}),
            ],
            &[file("x", "1\r\n")],
        ),
        case(
            "read from an offset gives the rest and the size",
            &[file("x", "12\r\n"), folder("d")],
            &[
                (read_from("x", 0), part(4, "12\r\n")),
                (read_from("x", 1), part(4, "2\r\n")),
                (read_from("x", 4), part(4, "")),
                (read_from("x", 9), part(4, "")),
                (read_from("y", 0), Missing {}),
                (read_from("x/y", 0), Missing {}),
                (read_from("d", 0), not_a_file()),
            ],
            &[folder("d"), file("x", "12\r\n")],
        ),
        case(
            "append adds to a file of the expected size and makes folders",
            &[file("x", "1\n")],
            &[
                (append("x", 2, "2\n"), Ok {}),
                (append("x", 2, "3\n"), Differs {}),
                (append("x", 5, "3\n"), Differs {}),
                (append("a/b", 1, "3\n"), Differs {}),
                (append("a/b", 0, "4\n"), Ok {}),
                (append("a/b", 2, "5"), Ok {}),
                (append("a/b", 3, ""), Ok {}),
                (append("a/b", 0, "6\n"), Differs {}),
            ],
            &[folder("a"), file("a/b", "4\n5"), file("x", "1\n2\n")],
        ),
        case(
            "list gives names of all kinds, hidden ones too",
            &[file("d/b", ""), folder("d/a"), file("d/.c", "")],
            &[
                (list("d"), names(&[".c", "a", "b"])),
                (list(""), names(&["d"])),
                (list("n"), Missing {}),
                (list("d/b"), Missing {}),
                (list("d/a"), names(&[])),
            ],
            &[folder("d"), file("d/.c", ""), folder("d/a"), file("d/b", "")],
        ),
        case(
            "a project that does not exist yet",
            &[],
            &[
                (list(""), Missing {}),
                (read(".lock"), Missing {}),
                (make("tasks"), Ok {}),
                (list(""), names(&["tasks"])),
            ],
            &[folder("tasks")],
        ),
        case(
            "write replaces the whole content and makes folders",
            &[file("x", "long content")],
            &[(write("x", "s"), Ok {}), (write("a/b", "t"), Ok {})],
            &[folder("a"), file("a/b", "t"), file("x", "s")],
        ),
        case(
            "replace takes the place of the expected content",
            &[file("d/x", "old"), file("d/.x.tmp", "new")],
            &[(replace("d/.x.tmp", "d/x", Some("old")), Ok {}), (read("d/x"), bytes("new"))],
            &[folder("d"), file("d/x", "new")],
        ),
        case(
            "replace creates where nothing is expected",
            &[file(".t", "new")],
            &[(replace(".t", "x", None), Ok {})],
            &[file("x", "new")],
        ),
        case(
            "replace changes nothing where something else is",
            &[file("x", "other"), file(".t", "new")],
            &[
                (replace(".t", "x", Some("old")), Differs {}),
                (replace(".t", "x", None), Differs {}),
                (replace(".t", "y", Some("old")), Differs {}),
                (replace(".t", "x", Some("othe")), Differs {}),
                (replace(".t", "y", Some("")), Differs {}),
            ],
            &[file(".t", "new"), file("x", "other")],
        ),
        case(
            "replace tells an empty file from none",
            &[file("x", ""), file(".t", "new")],
            &[(replace(".t", "x", None), Differs {}), (replace(".t", "x", Some("")), Ok {})],
            &[file("x", "new")],
        ),
        case(
            "replace without the temporary file",
            &[file("x", "old")],
            &[(replace(".t", "x", Some("old")), Missing {})],
            &[file("x", "old")],
        ),
        case(
            "move takes a folder with all that is in it and makes the goal's folders",
            &[file("a/b/c", "1"), folder("a/e")],
            &[(rename("a", "n/m"), Ok {})],
            &[folder("n"), folder("n/m"), folder("n/m/b"), file("n/m/b/c", "1"), folder("n/m/e")],
        ),
        case(
            "move takes a file",
            &[file("d/_task.todo.json", "1")],
            &[(rename("d/_task.todo.json", "d/_task.done.json"), Ok {})],
            &[folder("d"), file("d/_task.done.json", "1")],
        ),
        case(
            "move never covers anything",
            &[file("x", "1"), file("y", "2"), folder("e"), file("f/g", "3")],
            &[
                (rename("x", "y"), Exists {}),
                (rename("x", "e"), Exists {}),
                (rename("f", "e"), Exists {}),
                (rename("x", "f/g"), Exists {}),
            ],
            &[folder("e"), folder("f"), file("f/g", "3"), file("x", "1"), file("y", "2")],
        ),
        case(
            "move changes only the case of a name",
            &[file("tasks/t1-quay/task.toml", "1"), file("d/x", "2")],
            &[
                (rename("tasks/t1-quay", "tasks/T1-Quay"), Ok {}),
                (list("tasks"), names(&["T1-Quay"])),
                (rename("d/x", "d/X"), Ok {}),
                (list("d"), names(&["X"])),
                (read("d/X"), bytes("2")),
            ],
            &[
                folder("d"),
                file("d/X", "2"),
                folder("tasks"),
                folder("tasks/T1-Quay"),
                file("tasks/T1-Quay/task.toml", "1"),
            ],
        ),
        case(
            "line ends stay as they are",
            &[file("x", "1\r\n2\n3\r\n"), file(".t", "1\r\n2\r\n")],
            &[
                (append("x", 8, "4\r\n"), Ok {}),
                (read("x"), bytes("1\r\n2\n3\r\n4\r\n")),
                (replace(".t", "x", Some("1\r\n2\n3\r\n4\r\n")), Ok {}),
                (write("y", "\r\n\n\r"), Ok {}),
                (read_from("y", 1), part(4, "\n\n\r")),
            ],
            &[file("x", "1\r\n2\r\n"), file("y", "\r\n\n\r")],
        ),
        case(
            "a path of more than 260 characters, which Windows allows only in its long form",
            &[],
            &[
                (write(&format!("{deep}/.t"), "1"), Ok {}),
                (replace(&format!("{deep}/.t"), &format!("{deep}/x"), None), Ok {}),
                (rename("deep", "n"), Ok {}),
                (read(&format!("{}/x", deep.replacen("deep", "n", 1))), bytes("1")),
                (remove(&format!("{}/x", deep.replacen("deep", "n", 1))), Ok {}),
                (remove_folder(&deep.replacen("deep", "n", 1)), Ok {}),
            ],
            &deep_folders,
        ),
        case(
            "move of nothing",
            &[file("y", "2")],
            &[(rename("x", "z"), Missing {}), (rename("x", "y"), Missing {})],
            &[file("y", "2")],
        ),
        case(
            "remove",
            &[file("x", "1")],
            &[(remove("x"), Ok {}), (remove("x"), Missing {}), (remove("d/x"), Missing {})],
            &[],
        ),
        case(
            "make a folder, also where one is",
            &[file("a/x", "1")],
            &[(make("a"), Ok {}), (make("b/c"), Ok {}), (make(""), Ok {})],
            &[folder("a"), file("a/x", "1"), folder("b"), folder("b/c")],
        ),
        case(
            "remove a folder only when nothing is in it",
            &[folder("e"), file("f/x", "1"), folder("g/h"), file("i/.hidden", "")],
            &[
                (remove_folder("e"), Ok {}),
                (remove_folder("e"), Missing {}),
                (remove_folder("f"), Exists {}),
                (remove_folder("g"), Exists {}),
                (remove_folder("i"), Exists {}),
                (remove_folder("g/h"), Ok {}),
            ],
            &[folder("f"), file("f/x", "1"), folder("g"), folder("i"), file("i/.hidden", "")],
        ),
        case(
            "names with spaces and letters of all kinds",
            &[],
            &[
                (write(odd, "1"), Ok {}),
                (read(odd), bytes("1")),
                (rename("tasks/t1 – Größe 日本語 🌊", "tasks/t2 'quoted' & 100 %"), Ok {}),
                (list("tasks"), names(&["t2 'quoted' & 100 %"])),
                (create(&long, "2"), Ok {}),
            ],
            &[
                folder("docs"),
                file(&long, "2"),
                folder("tasks"),
                folder("tasks/t2 'quoted' & 100 %"),
                file("tasks/t2 'quoted' & 100 %/_task.in progress.json", "1"),
            ],
        ),
        case(
            "names with dots are names",
            &[],
            &[(write("..a/...", "1"), Ok {}), (read("..a/..."), bytes("1"))],
            &[folder("..a"), file("..a/...", "1")],
        ),
        case(
            "any bytes",
            &[],
            &[
                (Action::Write { path: ".t".to_owned(), bytes: binary(), flush: true }, Ok {}),
                (replace(".t", "b", None), Ok {}),
                (read("b"), Answer::Bytes { bytes: binary() }),
            ],
            &[FileState::File { path: "b".to_owned(), bytes: binary() }],
        ),
        case(
            "nothing but a regular file is read or written",
            &[folder("d"), pipe("p"), file(".t", "1")],
            &[
                (read("d"), not_a_file()),
                (read("p"), not_a_file()),
                (write("d", "2"), not_a_file()),
                (append("d", 0, "2"), not_a_file()),
                (append("p", 0, "2"), not_a_file()),
                (read_from("p", 0), not_a_file()),
                (write("p", "2"), not_a_file()),
                (create("p", "2"), Exists {}),
                (replace(".t", "p", None), not_a_file()),
                (replace(".t", "p", Some("1")), not_a_file()),
                (list("p"), Missing {}),
                (rename("p", "d/q"), Ok {}),
            ],
            &[file(".t", "1"), folder("d"), pipe("d/q")],
        ),
        case(
            "no symbolic link is followed",
            &[link("l"), file("x", "1"), folder("d")],
            &[
                (read("l/secret"), denied()),
                (list("l"), denied()),
                (write("l/secret", "2"), denied()),
                (read_from("l/secret", 0), denied()),
                (append("l/secret", 6, "2"), denied()),
                (append("l/new", 0, "2"), denied()),
                (write("l/new", "2"), denied()),
                (create("l/new", "2"), denied()),
                (replace("x", "l/secret", Some("secret")), denied()),
                (replace("l/secret", "x", Some("1")), denied()),
                (rename("l/secret", "y"), denied()),
                (rename("x", "l/x"), denied()),
                (remove("l/secret"), denied()),
                (make("l/a"), denied()),
                (remove_folder("l/a"), denied()),
                (read("l"), denied()),
            ],
            &[folder("d"), link("l"), file("x", "1")],
        ),
    ];
    for path in ["..", "../x", "a/../../x", "a/..", ".", "a/./b", "/x", "a//b", "a/", "a\\b", "a\0b", "C:/x"] {
        let setup = [file("x", "1"), folder("a"), file("t", "2")];
        let after = [folder("a"), file("t", "2"), file("x", "1")];
        let steps = [
            create(path, "3"),
            write(path, "3"),
            read(path),
            read_from(path, 0),
            append(path, 0, "3"),
            list(path),
            replace("t", path, None),
            replace(path, "x", Some("1")),
            rename("x", path),
            rename(path, "y"),
            remove(path),
            make(path),
            remove_folder(path),
        ];
        cases.push(case(
            &format!("a path that must not be used: {path:?}"),
            &setup,
            &steps.map(|action| (action, denied())),
            &after,
        ));
    }
    let root = [
        create("", "3"),
        write("", "3"),
        read(""),
        read_from("", 0),
        append("", 0, "3"),
        replace("t", "", None),
        rename("t", ""),
        rename("", "y"),
        remove(""),
        remove_folder(""),
    ];
    cases.push(case(
        "the project's folder itself is only listed and made",
        &[file("t", "2")],
        &root.map(|action| (action, denied())),
        &[file("t", "2")],
    ));
    cases
}

fn tree(states: &[FileState]) -> Tree {
    let mut tree = Tree::default();
    for state in states {
        tree.apply(state.clone());
    }
    tree
}

/// Returns the entries of a tree, sorted by path; each folder comes before its content.
fn entries(tree: &Tree) -> Vec<FileState> {
    tree.walk("").map(|(path, entry)| entry.state(path)).collect()
}

/// Removes the reason of a failure, which differs between shells.
fn comparable(answer: Answer) -> Answer {
    match answer {
        Answer::Failed { fault, .. } => Answer::Failed { fault, reason: String::new() },
        answer => answer,
    }
}

#[test]
fn in_memory_shell_conforms() {
    for case in cases() {
        let mut disk = Disk::new(&tree(&case.setup));
        for step in case.steps {
            assert_eq!(comparable(disk.perform(&step.action)), step.answer, "{}: {:?}", case.name, step.action);
        }
        let after = tree(&case.after);
        assert!(disk.tree == after, "{}\n{}", case.name, difference(&after, &disk.tree));
    }
}

#[test]
fn recorded_cases_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/shell.json");
    let lines: Vec<String> = cases().iter().map(handoff_protocol::to_json).collect();
    let expected = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::fs::read_to_string(&path).ok().as_deref() != Some(expected.as_str()) {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, &expected).expect("the file can be written");
        panic!("tests/conformance/shell.json was out of date and is written anew: commit it");
    }
    for (line, case) in lines.iter().zip(cases()) {
        assert_eq!(serde_json::from_str::<Case>(line).ok(), Some(case));
    }
}
