//! Manual moves and their effect on dependents. The clock of the project says Tuesday 2026-12-01.

use handoff_format::Value;
use handoff_protocol::{FileState, Outcome, Query, View};

use crate::support::plans::{parse, parse_reschedule, project, propose, scheduled_dates};
use crate::support::{Bench, command, context, dedent, describe, value};

fn check(lines: &str, request: &str, expected: &str) {
    let actual = scheduled_dates("[assignees.maya]\nclosed_weekdays = [0, 3, 6]", &dedent(lines), request);
    assert_eq!(actual.trim(), dedent(expected).trim(), "\n{request}\n{actual}\n");
}

#[test]
fn shift_moves_by_calendar_or_working_days() {
    let lines = "
        a 12-02..12-04
        b @maya 12-03..12-04
        c ..12-04
        d
        ";
    for (days, working_days, expected) in [
        // The same calendar days later, open or closed.
        (2, false, "a: 12-04 Fri to 12-06 Sun\nb: 12-05 Sat to 12-06 Sun\nc: none to 12-06 Sun\nd: none to none"),
        // From Saturday to Monday; three working days, and two of Maya's, who does not work on
        // Wednesdays.
        (3, true, "a: 12-07 Mon to 12-09 Wed\nb: 12-07 Mon to 12-08 Tue\nc: none to 12-07 Mon\nd: none to none"),
        // Earlier: from Sunday back to Friday. Maya's Tuesday is the third working day before her
        // Thursday, since her Wednesday is closed.
        (-3, true, "a: 11-27 Fri to 12-01 Tue\nb: 11-30 Mon to 12-01 Tue\nc: none to 12-01 Tue\nd: none to none"),
        (-1, true, "a: 12-01 Tue to 12-03 Thu\nb: 12-01 Tue to 12-03 Thu\nc: none to 12-03 Thu\nd: none to none"),
        (0, true, "a: 12-02 Wed to 12-04 Fri\nb: 12-03 Thu to 12-04 Fri\nc: none to 12-04 Fri\nd: none to none"),
    ] {
        let request =
            format!(r#"{{"kind":"shift","ids":["a","b","c","d"],"days":{days},"workingDays":{working_days}}}"#);
        check(lines, &request, expected);
    }
}

#[test]
fn shift_of_a_parent_moves_its_subtasks() {
    check(
        "
        p 12-01..12-10
        p.1 done 12-01..12-01
        p.2 pinned 12-02..12-02
        p.3 in_progress 12-03..12-03
        p.4 12-03..12-04
        p.4.1 12-03..12-04
        q 12-08..12-08 <p
        ",
        r#"{"kind":"shift","ids":["p","p.3"],"days":1,"workingDays":true}"#,
        "
        p: 12-01 Tue to 12-07 Mon
        p.1: 12-01 Tue to 12-01 Tue
        p.2: 12-03 Thu to 12-03 Thu
        p.3: 12-04 Fri to 12-04 Fri
        p.4: 12-04 Fri to 12-07 Mon
        p.4.1: 12-04 Fri to 12-07 Mon
        q: 12-08 Tue to 12-08 Tue
        ",
    );
}

#[test]
fn push_moves_dependents_by_the_minimum() {
    let lines = "
        p 12-01..12-04
        p.1 8h 12-01..12-01
        p.2 8h 12-04..12-04 <p.1
        a 16h 12-02..12-03 <p.1
        b 8h @maya 12-04..12-04 <a
        c 4h 12-03..12-03 <a:FF
        d 8h pinned 12-04..12-04 <a
        e in_progress 8h 12-04..12-04 <a
        f 8h 12-28..12-28 <a
        g 8h <a
        h 8h 12-01..12-01 <a
        ";
    // p.1 moves to Thursday, and p.2 still starts after it. a needs Friday and Monday, so b moves
    // to Maya's Tuesday and c ends on Monday. d is pinned, e has started, and f has slack. The
    // dependency of h was violated before, but h must not start before its new predecessor dates.
    check(
        lines,
        r#"{"kind":"shift","ids":["p.1"],"days":2,"workingDays":true,"push":true}"#,
        "
        p: 12-03 Thu to 12-04 Fri
        p.1: 12-03 Thu to 12-03 Thu
        p.2: 12-04 Fri to 12-04 Fri
        a: 12-04 Fri to 12-07 Mon
        b: 12-08 Tue to 12-08 Tue
        c: 12-07 Mon to 12-07 Mon
        d: 12-04 Fri to 12-04 Fri
        e: 12-04 Fri to 12-04 Fri
        f: 12-28 Mon to 12-28 Mon
        g: none to none
        h: 12-08 Tue to 12-08 Tue
        ",
    );
    // A move to an earlier day pulls nothing. A half day leaves the other half to the next task.
    check(
        lines,
        r#"{"kind":"set","dates":[{"id":"a","startDate":"2026-11-30","dueDate":"2026-12-01"},{"id":"c","dueDate":"2026-12-02"}],"push":true}"#,
        "
        p: 12-01 Tue to 12-04 Fri
        p.1: 12-01 Tue to 12-01 Tue
        p.2: 12-04 Fri to 12-04 Fri
        a: 11-30 Mon to 12-01 Tue
        b: 12-04 Fri to 12-04 Fri
        c: none to 12-02 Wed
        d: 12-04 Fri to 12-04 Fri
        e: 12-04 Fri to 12-04 Fri
        f: 12-28 Mon to 12-28 Mon
        g: none to none
        h: 12-01 Tue to 12-01 Tue
        ",
    );
    check(
        "
        a 4h 12-01..12-01
        b 8h 12-01..12-01 <a
        c 8h 12-01..12-02 <b:SS+1
        ",
        r#"{"kind":"set","dates":[{"id":"a","startDate":"2026-12-02","dueDate":"2026-12-02"}],"push":true}"#,
        "
        a: 12-02 Wed to 12-02 Wed
        b: 12-02 Wed to 12-02 Wed
        c: 12-03 Thu to 12-04 Fri
        ",
    );
}

/// The parts of a proposal besides the dates.
#[test]
fn proposal_reports_moves_load_and_late_milestones() {
    let config = "
        [calendar]
        overwork_limit_percent = 120
        [assignees.maya]
        [milestones.alpha]
        date = \"2026-12-02\"
        ";
    let lines = "
        p #alpha 12-01..12-02
        p.1 8h @maya 12-01..12-01
        p.2 16h @maya 12-02..12-02 <p.1
        q 4h @maya 11-28..11-30
        r 8h
        s done 8h @maya 12-01..12-01
        t @kenji 12-01..12-04
        ";
    let plans = parse(&dedent(lines));
    let mut bench = Bench::new(project(&dedent(config), &plans));
    let request = r#"{"kind":"shift","ids":["p.1"],"days":1,"workingDays":true,"push":true}"#;
    let actual = value(&propose(&mut bench.engine, &parse_reschedule(request)));
    let part = |key: &str| actual.get(key).map(Value::to_string).unwrap_or_default();
    // Days since 1970: 20788 is Tuesday 2026-12-01.
    assert_eq!(part("refusal"), "null");
    assert_eq!(
        part("moves"),
        concat!(
            r#"[{"key":"p","id":"p","title":"P","startBefore":20788,"dueBefore":20789,"start":20789,"due":20790,"follows":true},"#,
            r#"{"key":"p.1","id":"p.1","title":"P.1","startBefore":20788,"dueBefore":20788,"start":20789,"due":20789,"follows":false},"#,
            r#"{"key":"p.2","id":"p.2","title":"P.2","startBefore":20789,"dueBefore":20789,"start":20790,"due":20790,"follows":true}]"#
        )
    );
    assert_eq!(part("followers"), "1", "p only has other dates because of its subtasks");
    assert_eq!((part("endBefore"), part("end")), ("20791".to_owned(), "20791".to_owned()));
    assert_eq!(
        part("late"),
        concat!(
            r#"[{"id":"p.2","title":"P.2","days":1},"#,
            r#"{"id":"p.2","title":"P.2","milestone":"alpha","days":1}]"#
        )
    );
    // Maya: today 4 overdue hours, Wednesday 8, Thursday 16, which is too much. Kenji's task has no
    // hours, so its four days are listed.
    assert_eq!(
        part("load"),
        concat!(
            r#"[{"assignee":"maya","hours":28.0,"overbookedDays":1,"limitPercent":120,"peakPercent":200,"peakHours":8.0},"#,
            r#"{"assignee":"kenji","hours":32.0,"overbookedDays":0,"limitPercent":120,"peakPercent":100,"peakHours":8.0},"#,
            r#"{"assignee":"","hours":8.0,"overbookedDays":0,"limitPercent":120,"peakPercent":0,"peakHours":0.0}]"#
        )
    );
    let query: Query = serde_json::from_str(&format!(r#"{{"kind":"proposal","reschedule":{request}}}"#)).unwrap();
    let View::Proposal(again) = bench.engine.view(&query, &context()) else { panic!("a proposal") };
    assert_eq!(value(&again), actual);
}

/// Tasks that are after their target already do not become late by the change.
#[test]
fn proposal_names_the_targets_that_only_the_change_misses() {
    let config = "
        [milestones.alpha]
        date = \"2026-12-02\"
        ";
    let lines = "
        a 8h 12-01..12-01
        b 8h #alpha 12-02..12-02 <a
        c 8h #alpha 12-03..12-03 <b
        d 8h #alpha 12-10..12-10
        e 8h #alpha
        ";
    let mut bench = Bench::new(project(&dedent(config), &parse(&dedent(lines))));
    for (request, expected) in [
        (r#"{"kind":"shift","ids":["a"],"days":0,"workingDays":true,"push":true}"#, ""),
        (
            r#"{"kind":"shift","ids":["a"],"days":1,"workingDays":true,"push":true}"#,
            "b: 1 after its due date, b: 1 after alpha, c: 1 after its due date",
        ),
        (r#"{"kind":"shift","ids":["d"],"days":1,"workingDays":true,"push":true}"#, ""),
        (r#"{"kind":"set","dates":[{"id":"e","dueDate":"2026-12-04"}]}"#, "e: 2 after alpha"),
    ] {
        let proposal = propose(&mut bench.engine, &parse_reschedule(request));
        let late = proposal.late.iter().map(|late| {
            let target = late.milestone.as_deref().unwrap_or("its due date");
            format!("{}: {} after {target}", late.id, late.days)
        });
        assert_eq!(late.collect::<Vec<_>>().join(", "), expected, "{request}");
    }
}

#[test]
fn cleared_dates_leave_one_day_of_load_if_there_are_no_hours() {
    let mut bench = Bench::new(project("", &parse("a 12-01..12-04")));
    for request in
        [r#"{"kind":"set","dates":[{"id":"a"}]}"#, r#"{"kind":"shift","ids":[],"days":0,"workingDays":true}"#]
    {
        let load = propose(&mut bench.engine, &parse_reschedule(request)).load;
        assert_eq!(load.iter().map(|track| track.hours).collect::<Vec<_>>(), [8.0], "{request}");
        let request = command(&format!(r#"{{"kind":"reschedule","reschedule":{request}}}"#));
        assert!(matches!(bench.commit(&request), Outcome::Done { .. }));
    }
}

/// The written dates are the proposed ones, as one undo step.
#[test]
fn reschedule_writes_only_dates() {
    let lines = "
        a 8h 12-01..12-01
        b 8h 12-02..12-02 <a
        c
        ";
    for (request, expected) in [
        (
            r#"{"kind":"shift","ids":["a"],"days":1,"workingDays":true,"push":true}"#,
            "
            Moved a “A” to 2026-12-02, and 1 more with it
            write tasks/a-x/_task.todo.json
            write tasks/b-x/_task.todo.json
            log a: \"field\"\"startDate\" \"2026-12-01\" \"2026-12-02\"
            log a: \"field\"\"dueDate\" \"2026-12-01\" \"2026-12-02\"
            log b: \"field\"\"startDate\" \"2026-12-02\" \"2026-12-03\"
            log b: \"field\"\"dueDate\" \"2026-12-02\" \"2026-12-03\"
            ",
        ),
        (
            r#"{"kind":"set","dates":[{"id":"c","startDate":"2026-12-01"},{"id":"a"}]}"#,
            "
            Changed the dates of 2 tasks
            write tasks/a-x/_task.todo.json
            write tasks/c-x/_task.todo.json
            log a: \"field\"\"startDate\" \"2026-12-01\" null
            log a: \"field\"\"dueDate\" \"2026-12-01\" null
            log c: \"field\"\"startDate\" null \"2026-12-01\"
            ",
        ),
        (
            r#"{"kind":"auto"}"#,
            "
            Moved c “C” to 2026-12-03
            write tasks/c-x/_task.todo.json
            log c: \"field\"\"startDate\" null \"2026-12-03\"
            log c: \"field\"\"dueDate\" null \"2026-12-03\"
            ",
        ),
        (r#"{"kind":"shift","ids":["a"],"days":0,"workingDays":true,"push":true}"#, "Changed the dates of 0 tasks"),
    ] {
        let mut bench = Bench::new(project("", &parse(&dedent(lines))));
        let before = bench.tree.clone();
        let request = command(&format!(r#"{{"kind":"reschedule","reschedule":{request}}}"#));
        let actual = describe(&bench.plan(&request));
        let actual: Vec<&str> = actual.lines().filter(|line| !line.starts_with("  ")).collect();
        assert_eq!(actual.join("\n"), dedent(expected).trim());
        let count = bench.plan(&request).unwrap().edits.len();
        assert!(matches!(bench.commit(&request), Outcome::Done { .. }));
        if count > 0 {
            assert!(matches!(bench.commit(&command(r#"{"kind":"undo"}"#)), Outcome::Done { .. }));
        }
        for path in ["tasks/a-x/_task.todo.json", "tasks/b-x/_task.todo.json", "tasks/c-x/_task.todo.json"] {
            assert_eq!(bench.tree.file(path), before.file(path));
        }
    }
}

#[test]
fn unwritable_tasks_are_not_moved() {
    let mut files = project("", &parse("a\na.1 8h 12-01..12-01\nb 8h 12-01..12-01"));
    files.push(FileState::File { path: "tasks/a-x/a.2-x/_task.todo.json".to_owned(), bytes: b"{\"id\"".to_vec() });
    files.push(FileState::File {
        path: "tasks/b-y/_task.todo.json".to_owned(),
        bytes: br#"{"id":"b","title":"B","schedule":{"start_date":"2026-12-02","due_date":"2026-12-02"}}"#.to_vec(),
    });
    let mut bench = Bench::new(files);
    let mut ids = |request: &str| -> Vec<String> {
        let actual = propose(&mut bench.engine, &parse_reschedule(request));
        let moves = actual.moves.into_iter().map(|moved| moved.id);
        moves.chain(actual.refusal.map(|refusal| format!("{:?}", refusal.code))).collect()
    };
    assert_eq!(ids(r#"{"kind":"shift","ids":["a"],"days":1,"workingDays":true,"push":true}"#), ["a.1"]);
    assert_eq!(ids(r#"{"kind":"shift","ids":["b"],"days":1,"workingDays":true}"#), ["AmbiguousTask"]);
    assert_eq!(ids(r#"{"kind":"shift","ids":["a.2"],"days":1,"workingDays":true}"#), ["BrokenFile"]);
    // Both tasks with the ID b keep their days, so Thursday is left; the parent spans the dated
    // tasks.
    assert_eq!(ids(r#"{"kind":"auto"}"#), ["a", "a.1"]);
}
