//! Schedules worked by hand, to the day. The project's clock says Tuesday 2026-12-01, and an ordinary day has 8 hours.
//!
//! The tables show the minutes of work of each day. What is shown of a task is its line below.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

mod support;

use support::plans::after;
use support::undented;

const AUTO: &str = r#"{"kind":"auto"}"#;

fn check(config: &str, lines: &str, asked: &str, wanted: &str) {
    let found = after(&undented(config), &undented(lines), asked);
    assert_eq!(found.trim(), undented(wanted).trim(), "\n{found}\n");
}

/// | day       | open | a   | b   | c   | d   |
/// | --------- | ---- | --- | --- | --- | --- |
/// | Tue 12-01 | 480  | 480 |     |     |     |
/// | Wed 12-02 | 480  | 480 |     |     |     |
/// | Thu 12-03 | 480  | 240 | 240 |     |     | b begins in the minute in which a ends
/// | Fri 12-04 | 360  |     | 360 |     |     | short
/// | Sat, Sun  |      |     |     |     |     | weekend
/// | Mon 12-07 |      |     |     |     |     | holiday
/// | Tue 12-08 | 480  |     | 120 | 360 |     |
/// | Wed 12-09 | 480  |     |     |     | 480 | d waits for nothing, but stands last in the tree
/// | Thu 12-10 | 480  |     |     |     | 120 |
#[test]
fn a_weekend_and_a_holiday_lie_between() {
    check(
        "
        [calendar]
        closed_dates = [\"2026-12-07\"]
        [calendar.day_hours]
        fri = 6
        ",
        "
        a 20h
        b 12h <a
        c 6h <b
        d 10h
        ",
        AUTO,
        "
        a: 12-01 Tue to 12-03 Thu
        b: 12-03 Thu to 12-08 Tue
        c: 12-08 Tue to 12-08 Tue
        d: 12-09 Wed to 12-10 Thu
        ",
    );
}

/// Maya works 4 hours, and not on Wednesdays. An agent's hour takes a fifth: c is 8 hours, d is 4.
///
/// | day       | Maya | a   | b   | agent | c   | d   |
/// | --------- | ---- | --- | --- | ----- | --- | --- |
/// | Tue 12-01 | 240  | 240 |     | 480   |     | 240 |
/// | Wed 12-02 |      |     |     | 480   |     |     |
/// | Thu 12-03 | 240  | 120 | 120 | 480   | 360 |     | a is over after 120 minutes: b shares its day, c begins on it
/// | Fri 12-04 | 240  |     |     | 480   | 120 |     |
#[test]
fn somebody_works_part_time_and_an_agent_is_quick() {
    check(
        "
        [settings]
        ai_estimate_multiplier = 0.2
        [assignees.maya]
        work_hours_per_day = 4
        closed_weekdays = [0, 3, 6]
        ",
        "
        a 6h @maya
        b 2h @maya <a
        c 40h @ai <a
        d 20h @ai
        ",
        AUTO,
        "
        a: 12-01 Tue to 12-03 Thu
        b: 12-03 Thu to 12-03 Thu
        c: 12-03 Thu to 12-04 Fri
        d: 12-01 Tue to 12-01 Tue
        ",
    );
}

/// p takes Tuesday and Wednesday whole; everybody else is free.
///
/// | task | tied       | says                                | so it takes            |
/// | ---- | ---------- | ----------------------------------- | ---------------------- |
/// | a    | FS         | begins after Wed                    | Thu 480                |
/// | b    | FS +1      | begins after Wed + 1 = Thu          | Fri 480                |
/// | c    | FS -1      | begins after Wed - 1 = Tue          | Wed 480                |
/// | d    | SS +2      | begins not before Tue + 2 = Thu     | Thu 480                |
/// | e    | FF +1      | ends not before Wed + 1 = Thu       | Thu 480                |
/// | f    | FF         | ends not before Wed; 20 hours do so | Tue 480, Wed 480, Thu 240 |
/// | g    | FF +2      | ends not before Wed + 2 = Fri       | Thu 240, Fri 480       |
/// | h    | SF +3      | ends not before Tue + 3 = Fri       | Fri 240                |
/// | i    | FS +2      | begins after Wed + 2 = Fri          | Mon 480                |
#[test]
fn links_of_all_kinds_with_lag() {
    check(
        "",
        "
        p 16h @p
        a 8h @a <p
        b 8h @b <p:FS+1
        c 8h @c <p:FS-1
        d 8h @d <p:SS+2
        e 8h @e <p:FF+1
        f 20h @f <p:FF
        g 12h @g <p:FF+2
        h 4h @h <p:SF+3
        i 8h @i <p:FS+2
        ",
        AUTO,
        "
        p: 12-01 Tue to 12-02 Wed
        a: 12-03 Thu to 12-03 Thu
        b: 12-04 Fri to 12-04 Fri
        c: 12-02 Wed to 12-02 Wed
        d: 12-03 Thu to 12-03 Thu
        e: 12-03 Thu to 12-03 Thu
        f: 12-01 Tue to 12-03 Thu
        g: 12-03 Thu to 12-04 Fri
        h: 12-04 Fri to 12-04 Fri
        i: 12-07 Mon to 12-07 Mon
        ",
    );
}

/// | turn | can begin     | priority, own or inherited     | target | takes     |
/// | ---- | ------------- | ------------------------------ | ------ | --------- |
/// | 1    | a, b, d, e, f | b: high, because c waits for it |        | Tue: b    |
/// | 2    | a, c, d, e, f | c: high                        |        | Wed: c    |
/// | 3    | a, d, e, f    | d: medium                      |        | Thu: d    |
/// | 4    | a, e, f       | none of them counts            | f: 12-04, because g is pinned and waits for it | Fri: f |
/// | 5    | a, e          |                                | e: 12-09, its milestone | Mon: e |
/// | 6    | a             |                                |        | Tue: a    |
#[test]
fn priority_comes_before_the_target_and_the_target_before_the_order() {
    check(
        "
        [milestones.beta]
        date = \"2026-12-09\"
        ",
        "
        a 8h low
        b 8h
        c 8h high <b
        d 8h medium
        e 8h #beta
        f 8h
        g 1h pinned 12-04..12-04 @maya <f
        ",
        AUTO,
        "
        a: 12-08 Tue to 12-08 Tue
        b: 12-01 Tue to 12-01 Tue
        c: 12-02 Wed to 12-02 Wed
        d: 12-03 Thu to 12-03 Thu
        e: 12-07 Mon to 12-07 Mon
        f: 12-04 Fri to 12-04 Fri
        g: 12-04 Fri to 12-04 Fri
        ",
    );
}

/// Three quarters of the time are planned: 360 minutes. What is left of p.1 are 6 hours, which are due today.
///
/// | day       | open | p.1 | p.2 | p.3 | q   | r   |
/// | --------- | ---- | --- | --- | --- | --- | --- |
/// | Tue 12-01 | 360  | 360 |     |     |     |     | begun: keeps its dates and takes its time first
/// | Wed 12-02 | 360  |     |     | 360 |     |     |
/// | Thu 12-03 | 360  |     | 360 |     |     |     | pinned: likewise
/// | Fri 12-04 | 360  |     |     | 360 |     |     |
/// | Mon 12-07 | 360  |     |     |     | 180 |     | after p.2, but Friday is full
/// | Tue 12-08 | 360  |     |     |     |     | 360 | no hours: a day of which nothing is used
///
/// s is over and holds nobody up; p spans its children, the one that began in November included.
#[test]
fn what_has_begun_or_is_pinned_keeps_its_dates_and_parents_span() {
    check(
        "
        [calendar]
        max_utilization = 0.75
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

/// Levelling leaves what fits where it is: only b gives way, to the next day, and takes c along. What is not Maya's stays.
#[test]
fn levelling_moves_only_what_is_too_much() {
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

/// A task without hours keeps its number of working days, and needs them whole: b leaves Tuesday's afternoon to c.
#[test]
fn work_without_hours_takes_whole_days() {
    check(
        "",
        "
        a 4h
        b 12-10..12-14 high <a
        c 2h
        d 0h <b
        e 8h
        ",
        AUTO,
        "
        a: 12-01 Tue to 12-01 Tue
        b: 12-02 Wed to 12-04 Fri
        c: 12-01 Tue to 12-01 Tue
        d: 12-07 Mon to 12-07 Mon
        e: 12-01 Tue to 12-07 Mon
        ",
    );
}

/// What a parent waits for holds for all below it, and who waits for a parent waits for all below it. A link between the two says nothing.
#[test]
fn links_of_parents_hold_for_what_is_below() {
    check(
        "",
        "
        a
        a.1 8h @x
        a.2 16h @y <a
        b <a <b.1
        b.1 8h @x
        b.2 8h @y
        c 8h @z <b:SS
        ",
        AUTO,
        "
        a: 12-01 Tue to 12-02 Wed
        a.1: 12-01 Tue to 12-01 Tue
        a.2: 12-01 Tue to 12-02 Wed
        b: 12-03 Thu to 12-03 Thu
        b.1: 12-03 Thu to 12-03 Thu
        b.2: 12-03 Thu to 12-03 Thu
        c: 12-03 Thu to 12-03 Thu
        ",
    );
}

/// | day       | open | b   | e   | a   | d   |
/// | --------- | ---- | --- | --- | --- | --- |
/// | Tue 12-01 | 480  | 240 |     | 240 |     | b goes on at once, whatever it waits for
/// | Wed 12-02 | 480  |     | 360 | 120 |     |
/// | Thu 12-03 | 480  |     |     | 120 | 240 | nobody knows when c takes place, so d does not wait
#[test]
fn what_has_begun_without_dates_is_put_first_and_what_is_pinned_without_dates_is_left_alone() {
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

/// Once what has begun has its days it counts as having them, so that asking again changes nothing.
///
/// | day       | open | b   | k     | c   |
/// | --------- | ---- | --- | ----- | --- |
/// | Tue 12-01 | 480  | 480 | (240) |     | k keeps its day, which b fills: b is before it in the tree
/// | Wed 12-02 | 480  | 240 |       | 240 |
/// | Thu 12-03 | 480  |     |       | 240 |
#[test]
fn what_has_begun_counts_the_same_when_it_has_its_days() {
    let wanted = "
        b: 12-01 Tue to 12-02 Wed
        k: 12-01 Tue to 12-01 Tue
        c: 12-02 Wed to 12-03 Thu
        ";
    for dates in ["", "12-01..12-02"] {
        let lines = format!("b in_progress 12h {dates}\nk in_progress 4h 12-01..12-01\nc 8h");
        check("", &lines, AUTO, wanted);
    }
}

#[test]
fn what_cannot_be_scheduled_is_refused() {
    let never = "
        [assignees.maya]
        closed_weekdays = [0, 1, 2, 3, 4, 5, 6]
        ";
    for (config, lines, asked, wanted) in [
        (
            never,
            "a 1h @maya",
            AUTO,
            "refused BadValue: maya has no working day within ten years of 2026-12-01. Add working days to the calendar.",
        ),
        (
            never,
            "a @maya",
            AUTO,
            "refused BadValue: maya has no working day within ten years of 2026-12-01. Add working days to the calendar.",
        ),
        (
            never,
            "a 9h @maya 12-01..12-02",
            r#"{"kind":"shift","ids":["a"],"days":1,"workingDays":true}"#,
            "refused BadValue: maya has no working day within ten years of 2026-12-01. Add working days to the calendar.",
        ),
        (never, "a 9h @maya pinned 12-01..12-02", AUTO, "a: 12-01 Tue to 12-02 Wed"),
        (
            "[calendar]\nclosed_weekdays = [0, 1, 2, 3, 4, 5, 6]",
            "a",
            AUTO,
            "refused BadValue: There is no working day within ten years of 2026-12-01. Add working days to the project's calendar.",
        ),
        (
            "",
            "a 999999h\nb 9h",
            AUTO,
            "refused BadValue: a would be scheduled too far in the future. Check its hours and dates, and those of the tasks it waits for.",
        ),
        (
            "",
            "a <b\nb <c\nc <a",
            AUTO,
            "refused DependencyCycle: This would create a circular dependency: a → b → c → a.",
        ),
        (
            "",
            "a\na.1 <b\nb\nb.1 <a\nc",
            AUTO,
            "refused DependencyCycle: This would create a circular dependency: a.1 → b → b.1 → a → a.1.",
        ),
        ("", "a", r#"{"kind":"auto","from":"soon"}"#, "refused BadValue: soon is not a date. Write it as YYYY-MM-DD."),
        (
            "",
            "a",
            r#"{"kind":"shift","ids":["x"],"days":1,"workingDays":true}"#,
            "refused UnknownTask: There is no task x.",
        ),
        (
            "",
            "a 12-01..12-02",
            r#"{"kind":"shift","ids":["a"],"days":2000000000,"workingDays":false}"#,
            "refused BadValue: a would be scheduled too far in the future. Check its hours and dates, and those of the tasks it waits for.",
        ),
        (
            "",
            "a",
            r#"{"kind":"set","dates":[{"id":"a","startDate":"2026-12-04","dueDate":"2026-12-03"}]}"#,
            "refused BadValue: a would be due on 2026-12-03, before it starts on 2026-12-04.",
        ),
        (
            "",
            "a",
            r#"{"kind":"set","dates":[{"id":"a","startDate":"tomorrow"}]}"#,
            "refused BadValue: tomorrow is not a date. Write it as YYYY-MM-DD.",
        ),
        (
            "",
            "a <b 12-01..12-01\nb <a",
            r#"{"kind":"shift","ids":["a"],"days":1,"workingDays":true,"push":true}"#,
            "refused DependencyCycle: This would create a circular dependency: a → b → a.",
        ),
        (
            "",
            "a <b 12-01..12-01\nb <a",
            r#"{"kind":"shift","ids":["a"],"days":1,"workingDays":true}"#,
            "a: 12-02 Wed to 12-02 Wed\nb: none to none",
        ),
    ] {
        check(config, lines, asked, wanted);
    }
}
