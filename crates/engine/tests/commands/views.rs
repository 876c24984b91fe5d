//! Views of the project: what is saved and kept, what is refused, and what a damaged file says.

use handoff_protocol::{Command, FileState, Outcome, ProblemCode, Query, SavedView, View};

use crate::support::{Bench, check, command, context, dedent, describe};

const PROJECT: &str = "=== config.toml\n[project]\nname = \"P\"";

const WITH_VIEWS: &str = r#"
    === config.toml
    [project]
    name = "P"
    === views.toml
    # Ours.
    [views."Late work"] # for the stand-up
    owner = "maya"
    [views."Late work".filter]
    overdue = true
    statuses = ["todo", "blocked"]
    sprint = 4
    [views."Late work".displays.board]
    lanes = "assignee"
    shape = "round"

    [views.Quiet]
    filter = { priorities = ["none", "low"] }
"#;

fn views(bench: &mut Bench) -> Vec<SavedView> {
    match bench.engine.view(&Query::Project {}, &context()) {
        View::Project(view) => view.views,
        other => panic!("{other:?}"),
    }
}

fn names(bench: &mut Bench) -> Vec<String> {
    views(bench).into_iter().map(|view| view.name).collect()
}

fn problems(bench: &mut Bench) -> Vec<(ProblemCode, u32, String)> {
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    let of_views = problems.into_iter().filter(|problem| problem.path == "views.toml");
    of_views.map(|problem| (problem.code, problem.position.line, problem.text.to_string())).collect()
}

#[test]
fn first_view_of_a_project_creates_the_file() {
    check(
        PROJECT,
        r#"{"kind":"saveView","view":{"name":" Late work ","filter":{"statuses":["todo","in_progress"],"priorities":["high",null],"assignees":[""],"overdue":true,"text":"feed"},"displays":{"board":{"lanes":"assignee","leavesOnly":true,"cardFields":["id","labels"],"unset":null},"metrics":{"range":{"kind":"last","days":28}}}}}"#,
        r#"
        Saved the view Late work for everybody in the project
        write views.toml
          + [views."Late work".filter]
          + statuses = ["todo", "in_progress"]
          + assignees = [""]
          + priorities = ["high", "none"]
          + overdue = true
          + text = "feed"
          +
          + [views."Late work".displays.board]
          + lanes = "assignee"
          + leavesOnly = true
          + cardFields = ["id", "labels"]
          +
          + [views."Late work".displays.metrics.range]
          + kind = "last"
          + days = 28
        "#,
    );
}

#[test]
fn replacing_a_view_keeps_what_it_does_not_know() {
    check(
        WITH_VIEWS,
        r#"{"kind":"saveView","replace":true,"view":{"name":"Late work","filter":{"statuses":["blocked"],"labels":["ops"]},"displays":{"board":{"lanes":"none"},"gantt":{"group":"label"}}}}"#,
        r#"
        Replaced the view Late work of the project
        write views.toml
          - overdue = true
          - statuses = ["todo", "blocked"]
          + statuses = ["blocked"]
          + labels = ["ops"]
          - lanes = "assignee"
          + lanes = "none"
          + [views."Late work".displays.gantt]
          + group = "label"
          +
        "#,
    );
}

#[test]
fn renaming_and_deleting_touch_nothing_else() {
    check(
        WITH_VIEWS,
        r#"{"kind":"renameView","name":"Late work","to":"Stand-up"}"#,
        r#"
        Renamed the view Late work of the project to Stand-up
        write views.toml
          - [views."Late work"] # for the stand-up
          + [views.Stand-up] # for the stand-up
          - [views."Late work".filter]
          + [views.Stand-up.filter]
          - [views."Late work".displays.board]
          + [views.Stand-up.displays.board]
        "#,
    );
    check(
        WITH_VIEWS,
        r#"{"kind":"deleteView","name":"Quiet"}"#,
        r#"
        Deleted the view Quiet of the project
        write views.toml
          -
          - [views.Quiet]
          - filter = { priorities = ["none", "low"] }
        "#,
    );
}

#[test]
fn every_change_of_a_view_can_be_undone_with_windows_line_ends() {
    let text = dedent(WITH_VIEWS);
    let mut bench = Bench::from_text(&text);
    let (_, file) = text.split_once("=== views.toml\n").unwrap();
    let bytes = file.replace('\n', "\r\n").into_bytes();
    bench.feed(vec![FileState::File { path: "views.toml".to_owned(), bytes: bytes.clone() }]);
    for (request, expected) in [
        (r#"{"kind":"saveView","view":{"name":"All"}}"#, vec!["All", "Late work", "Quiet"]),
        (
            r#"{"kind":"saveView","replace":true,"view":{"name":"Quiet","filter":{"overdue":true}}}"#,
            vec!["Late work", "Quiet"],
        ),
        (r#"{"kind":"renameView","name":"Quiet","to":"Calm"}"#, vec!["Calm", "Late work"]),
        (r#"{"kind":"deleteView","name":"Late work"}"#, vec!["Quiet"]),
    ] {
        assert!(matches!(bench.commit(&command(request)), Outcome::Done { changed: true, .. }), "{request}");
        assert_eq!(names(&mut bench), expected, "{request}");
        let written = String::from_utf8(bench.tree.file("views.toml").unwrap().to_vec()).unwrap();
        assert_eq!(written.matches('\n').count(), written.matches("\r\n").count(), "{written:?}");
        bench.commit(&Command::Undo {});
        assert_eq!(bench.tree.file("views.toml"), Some(bytes.as_slice()), "{request}");
    }
}

#[test]
fn invalid_changes_of_views_are_refused() {
    let long = "x".repeat(101);
    let huge = "x".repeat(17_000);
    for (project, request, expected) in [
        (
            WITH_VIEWS,
            r#"{"kind":"saveView","view":{"name":"Quiet"}}"#.to_owned(),
            "refused BadCommand at name: The project has a view Quiet already.",
        ),
        (
            WITH_VIEWS,
            r#"{"kind":"saveView","replace":true,"view":{"name":"Loud"}}"#.to_owned(),
            "refused BadCommand at name: The project has no view Loud.",
        ),
        (
            WITH_VIEWS,
            r#"{"kind":"renameView","name":"Quiet","to":"Late work"}"#.to_owned(),
            "refused BadCommand at to: The project has a view Late work already.",
        ),
        (
            WITH_VIEWS,
            r#"{"kind":"renameView","name":"Loud","to":"A"}"#.to_owned(),
            "refused BadCommand at name: The project has no view Loud.",
        ),
        (
            WITH_VIEWS,
            r#"{"kind":"deleteView","name":"Loud"}"#.to_owned(),
            "refused BadCommand at name: The project has no view Loud.",
        ),
        (
            WITH_VIEWS,
            r#"{"kind":"renameView","name":"Quiet","to":" "}"#.to_owned(),
            "refused BadValue at name: A view needs a name of at most 100 characters, on one line.",
        ),
        (
            PROJECT,
            r#"{"kind":"saveView","view":{"name":"a\nb"}}"#.to_owned(),
            "refused BadValue at name: A view needs a name of at most 100 characters, on one line.",
        ),
        (
            PROJECT,
            format!(r#"{{"kind":"saveView","view":{{"name":"{long}"}}}}"#),
            "refused BadValue at name: A view needs a name of at most 100 characters, on one line.",
        ),
        (
            PROJECT,
            format!(r#"{{"kind":"saveView","view":{{"name":"A","displays":{{"board":{{"x":"{huge}"}}}}}}}}"#),
            "refused BadValue at name: The view A is larger than 16 KiB. Name fewer values in its filter.",
        ),
        (
            "=== config.toml\n[project]\nname = \"P\"\n=== views.toml\nviews = 3",
            r#"{"kind":"saveView","view":{"name":"A"}}"#.to_owned(),
            "refused BrokenFile: views.toml cannot be written: The value of \"views.A\" could not be read, so it is not overwritten. Correct or remove it first.",
        ),
    ] {
        let actual = describe(&Bench::from_text(&dedent(project)).run(&command(&request)));
        assert_eq!(actual, expected, "{request}");
    }
}

#[test]
fn damaged_file_is_a_problem_with_its_place_and_is_never_overwritten() {
    let broken = "=== config.toml\n[project]\nname = \"P\"\n=== views.toml\n[views.A]\n<<<<<<< ours\n";
    let mut bench = Bench::from_text(broken);
    let before = bench.tree.clone();
    assert_eq!(names(&mut bench), Vec::<String>::new());
    let found = problems(&mut bench);
    assert!(matches!(found.as_slice(), [(ProblemCode::Syntax, 1, _)]), "{found:?}");
    for request in [
        r#"{"kind":"saveView","view":{"name":"B"}}"#,
        r#"{"kind":"saveView","replace":true,"view":{"name":"A"}}"#,
        r#"{"kind":"renameView","name":"A","to":"B"}"#,
        r#"{"kind":"deleteView","name":"A"}"#,
    ] {
        let refusal = describe(&bench.run(&command(request)));
        assert!(refusal.starts_with("refused BrokenFile: views.toml cannot be written: "), "{refusal}");
    }
    assert_eq!(bench.tree, before);
    // The file is mended by another program: its views are offered at once.
    bench.feed(vec![FileState::File { path: "views.toml".to_owned(), bytes: b"[views.b]\n[views.A]\n".to_vec() }]);
    assert_eq!((names(&mut bench), problems(&mut bench)), (vec!["A".to_owned(), "b".to_owned()], Vec::new()));
}

#[test]
fn what_cannot_be_read_is_left_out_and_reported() {
    let text = "[views.A]\nfilter = { statuses = [\"todo\", \"wild\"], priorities = [\"none\", \"urgent\"], overdue = \"yes\", later = 1 }\ndisplays = { board = 3, gantt = { group = \"label\" } }\n[views.\"\"]\n[views]\nnot_a_view = 3\n";
    let mut bench = Bench::from_text(&format!("{PROJECT}\n=== views.toml\n{text}"));
    let all = views(&mut bench);
    let [view] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(
        handoff_protocol::to_json(view),
        r#"{"name":"A","filter":{"statuses":["todo"],"assignees":[],"labels":[],"milestones":[],"priorities":[null],"overdue":false,"text":""},"displays":{"gantt":{"group":"label"}}}"#
    );
    let mut lines: Vec<(u32, String)> = problems(&mut bench).into_iter().map(|(_, line, text)| (line, text)).collect();
    lines.sort();
    assert_eq!(
        lines,
        [
            (1, "\"urgent\" is not a priority. Use low, medium or high, or none for tasks without a priority."),
            (1, "\"views.A.filter.overdue\" must be true or false, but it is a string. Correct or remove it."),
            (1, "\"wild\" is not a status. Use todo, in_progress, review, done, blocked or skipped."),
            (2, "\"views.A.displays.board\" must be a table, but it is a number. Correct or remove it."),
            (3, "A view needs a name of at most 100 characters, on one line."),
            (5, "\"views.not_a_view\" must be a table, but it is a number. Correct or remove it."),
        ]
        .map(|(line, text)| (line, text.to_owned()))
    );
}

#[test]
fn views_beyond_the_maximum_are_refused_and_not_offered() {
    let many: Vec<String> = (0..101).map(|number| format!("[views.v{number}]\n")).collect();
    let mut bench = Bench::from_text(&format!("{PROJECT}\n=== views.toml\n{}", many.concat()));
    assert_eq!(names(&mut bench).len(), 100);
    let found = problems(&mut bench);
    assert!(matches!(found.as_slice(), [(_, 100, _)]), "{found:?}");
    let refusal = describe(&bench.run(&command(r#"{"kind":"saveView","view":{"name":"A"}}"#)));
    assert_eq!(refusal, "refused BadCommand: A project has at most 100 views. Delete one first.");
}
