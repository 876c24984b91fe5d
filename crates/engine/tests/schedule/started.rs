//! Tasks that have dates already: started, pinned or to be leveled.

use super::placement::{AUTO, check};

/// The pinned task has more hours than its day, so the next one starts on the following day.
#[test]
fn schedule_continues_after_the_day_of_a_pinned_task_with_too_many_hours() {
    check(
        "
        [assignees.maya]
        ",
        "
        a pinned 40h 12-01..12-01
        b 8h @maya <a
        ",
        AUTO,
        "
        a: 12-01 Tue to 12-01 Tue
        b: 12-02 Wed to 12-02 Wed
        ",
    );
}

/// Three quarters of the time are planned: 360 minutes. p.1 has 6 hours left, which are due today.
///
/// | day       | open | p.1 | p.2 | p.3 | q   | r   |
/// | --------- | ---- | --- | --- | --- | --- | --- |
/// | Tue 12-01 | 360  | 360 |     |     |     |     | started: keeps its dates and takes its time first
/// | Wed 12-02 | 360  |     |     | 360 |     |     |
/// | Thu 12-03 | 360  |     | 360 |     |     |     | pinned: the same
/// | Fri 12-04 | 360  |     |     | 360 |     |     |
/// | Mon 12-07 | 360  |     |     |     | 180 |     | after p.2, but Friday is full
/// | Tue 12-08 | 360  |     |     |     |     | 360 | no hours: needs a fully free day
///
/// s is closed and blocks nothing. p spans its subtasks, including the one that started in
/// November.
#[test]
fn schedule_keeps_started_and_pinned_tasks_and_spans_parents() {
    check(
        "
        [calendar]
        max_utilization = 75
        ",
        "
        p 12-01..12-31
        p.1 in_progress 10h 4h-spent 2026-11-26..12-01
        p.2 pinned 6h 12-03..12-03
        p.3 12h <p.1 <s
        q 3h <p.2
        r
        s done 5h 12-28..12-30
        ",
        AUTO,
        "
        p: 11-26 Thu to 12-04 Fri
        p.1: 11-26 Thu to 12-01 Tue
        p.2: 12-03 Thu to 12-03 Thu
        p.3: 12-02 Wed to 12-04 Fri
        q: 12-07 Mon to 12-07 Mon
        r: 12-08 Tue to 12-08 Tue
        s: 12-28 Mon to 12-30 Wed
        ",
    );
}

/// Leveling leaves tasks that fit in place: only b moves to the next day, and c follows. Only
/// Maya's tasks move.
#[test]
fn leveling_moves_only_overbooked_tasks() {
    let lines = "
        a 8h @maya 12-08..12-08
        b 8h @maya 12-08..12-08
        c 8h @maya 12-09..12-09 <b
        d 8h @maya 12-03..12-03
        e 8h @kenji 12-20..12-20
        ";
    check(
        "",
        lines,
        r#"{"kind":"auto","level":true,"assignees":["maya"]}"#,
        "
        a: 12-08 Tue to 12-08 Tue
        b: 12-09 Wed to 12-09 Wed
        c: 12-10 Thu to 12-10 Thu
        d: 12-03 Thu to 12-03 Thu
        e: 12-20 Sun to 12-20 Sun
        ",
    );
    check(
        "",
        lines,
        r#"{"kind":"auto","from":"2026-12-05"}"#,
        "
        a: 12-07 Mon to 12-07 Mon
        b: 12-08 Tue to 12-08 Tue
        c: 12-09 Wed to 12-09 Wed
        d: 12-10 Thu to 12-10 Thu
        e: 12-07 Mon to 12-07 Mon
        ",
    );
}

/// | day       | open | b   | e   | a   | d   |
/// | --------- | ---- | --- | --- | --- | --- |
/// | Tue 12-01 | 480  | 240 |     | 240 |     | b continues at once, despite its dependency
/// | Wed 12-02 | 480  |     | 360 | 120 |     |
/// | Thu 12-03 | 480  |     |     | 120 | 240 | c has no dates, so d does not wait for it
#[test]
fn schedule_places_started_tasks_without_dates_first() {
    check(
        "",
        "
        a 8h high
        b review 4h <a
        c pinned 8h
        d 4h <c
        e blocked 12h 6h-left ..12-02
        ",
        AUTO,
        "
        a: 12-01 Tue to 12-03 Thu
        b: 12-01 Tue to 12-01 Tue
        c: none to none
        d: 12-03 Thu to 12-03 Thu
        e: none to 12-02 Wed
        ",
    );
}

/// A started task that has got dates counts the same on a rerun, so nothing changes.
///
/// | day       | open | b   | k     | c   |
/// | --------- | ---- | --- | ----- | --- |
/// | Tue 12-01 | 480  | 480 | (240) |     | k keeps its day, which b fills: b is before it in the tree
/// | Wed 12-02 | 480  | 240 |       | 240 |
/// | Thu 12-03 | 480  |     |       | 240 |
#[test]
fn schedule_of_started_tasks_is_stable_on_rerun() {
    let expected = "
        b: 12-01 Tue to 12-02 Wed
        k: 12-01 Tue to 12-01 Tue
        c: 12-02 Wed to 12-03 Thu
        ";
    for dates in ["", "12-01..12-02"] {
        let lines = format!("b in_progress 12h {dates}\nk in_progress 4h 12-01..12-01\nc 8h");
        check("", &lines, AUTO, expected);
    }
}
