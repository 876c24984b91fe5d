//! Schedules calculated by hand. The clock of the project says Tuesday 2026-12-01, and a default
//! day has 8 hours.
//!
//! The tables show the minutes of work per day.

use crate::support::dedent;
use crate::support::plans::scheduled_dates;

pub(super) const AUTO: &str = r#"{"kind":"auto"}"#;

pub(super) fn check(config: &str, lines: &str, request: &str, expected: &str) {
    let actual = scheduled_dates(&dedent(config), &dedent(lines), request);
    assert_eq!(actual.trim(), dedent(expected).trim(), "\n{actual}\n");
}

/// | day       | open | a   | b   | c   | d   |
/// | --------- | ---- | --- | --- | --- | --- |
/// | Tue 12-01 | 480  | 480 |     |     |     |
/// | Wed 12-02 | 480  | 480 |     |     |     |
/// | Thu 12-03 | 480  | 240 | 240 |     |     | b starts in the minute in which a ends
/// | Fri 12-04 | 360  |     | 360 |     |     | short
/// | Sat, Sun  |      |     |     |     |     | weekend
/// | Mon 12-07 |      |     |     |     |     | holiday
/// | Tue 12-08 | 480  |     | 120 | 360 |     |
/// | Wed 12-09 | 480  |     |     |     | 480 | d has no dependency, but is last in the tree
/// | Thu 12-10 | 480  |     |     |     | 120 |
#[test]
fn schedule_skips_weekends_and_holidays() {
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

/// b has no estimate, so it takes its three working days whole. It may not end before a.
///
/// | day       | a   | b     |
/// | --------- | --- | ----- |
/// | Tue 12-01 | 480 |       |
/// | Wed 12-02 | 480 |       |
/// | Thu 12-03 | 480 | whole |
/// | Fri 12-04 | 480 | whole |
/// | Mon 12-07 | 480 | whole |
#[test]
fn schedule_starts_whole_days_so_late_that_they_end_with_the_predecessor() {
    check(
        "
        [assignees.maya]
        ",
        "
        a 40h
        b 12-01..12-03 @maya <a:FF
        ",
        AUTO,
        "
        a: 12-01 Tue to 12-07 Mon
        b: 12-03 Thu to 12-07 Mon
        ",
    );
}

/// Maya works 4 hours, and not on Wednesdays. An agent needs a fifth of the estimate: 8 hours for
/// c, 4 for d.
///
/// | day       | Maya | a   | b   | agent | c   | d   |
/// | --------- | ---- | --- | --- | ----- | --- | --- |
/// | Tue 12-01 | 240  | 240 |     | 480   |     | 240 |
/// | Wed 12-02 |      |     |     | 480   |     |     |
/// | Thu 12-03 | 240  | 120 | 120 | 480   | 360 |     | a ends after 120 minutes: b shares its day, c starts on it
/// | Fri 12-04 | 240  |     |     | 480   | 120 |     |
#[test]
fn schedule_respects_part_time_and_the_agent_multiplier() {
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

/// p takes all of Tuesday and Wednesday; every other assignee is free.
///
/// | task | dependency | rule                                | so it takes            |
/// | ---- | ---------- | ----------------------------------- | ---------------------- |
/// | a    | FS         | starts after Wed                    | Thu 480                |
/// | b    | FS +1      | starts after Wed + 1 = Thu          | Fri 480                |
/// | c    | FS -1      | starts after Wed - 1 = Tue          | Wed 480                |
/// | d    | SS +2      | starts not before Tue + 2 = Thu     | Thu 480                |
/// | e    | FF +1      | ends not before Wed + 1 = Thu       | Thu 480                |
/// | f    | FF         | ends not before Wed, given 20 hours | Tue 480, Wed 480, Thu 240 |
/// | g    | FF +2      | ends not before Wed + 2 = Fri       | Thu 240, Fri 480       |
/// | h    | SF +3      | ends not before Tue + 3 = Fri       | Fri 240                |
/// | i    | FS +2      | starts after Wed + 2 = Fri          | Mon 480                |
#[test]
fn schedule_applies_every_dependency_kind_with_lag() {
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

/// | turn | can start     | priority, own or inherited     | target | takes     |
/// | ---- | ------------- | ------------------------------ | ------ | --------- |
/// | 1    | a, b, d, e, f | b: high, because c depends on it |      | Tue: b    |
/// | 2    | a, c, d, e, f | c: high                        |        | Wed: c    |
/// | 3    | a, d, e, f    | d: medium                      |        | Thu: d    |
/// | 4    | a, e, f       | none                           | f: 12-04, because the pinned g depends on it | Fri: f |
/// | 5    | a, e          |                                | e: 12-09, its milestone | Mon: e |
/// | 6    | a             |                                |        | Tue: a    |
#[test]
fn schedule_orders_by_priority_then_target_then_position() {
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

/// A task without hours keeps its number of working days and takes whole days: b leaves Tuesday
/// afternoon to c.
#[test]
fn task_without_hours_takes_whole_days() {
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

/// b has nothing left to do, so Maya's day is still wholly free for c.
#[test]
fn task_with_zero_hours_takes_no_time() {
    check(
        "
        [assignees.maya]
        ",
        "
        a 4h high
        b 0h high @maya <a
        c @maya
        ",
        AUTO,
        "
        a: 12-01 Tue to 12-01 Tue
        b: 12-01 Tue to 12-01 Tue
        c: 12-01 Tue to 12-01 Tue
        ",
    );
}

/// a is not scheduled and has no dates, so b does not wait for it.
#[test]
fn task_without_dates_holds_up_no_other_assignee() {
    for kind in ["FS", "SS", "FF", "SF"] {
        check(
            "
            [assignees.maya]
            ",
            &format!("a 8h\nb 8h @maya <a:{kind}"),
            r#"{"kind":"auto","assignees":["maya"]}"#,
            "
            a: none to none
            b: 12-01 Tue to 12-01 Tue
            ",
        );
    }
}

/// A dependency of or on a parent applies to all its subtasks. A dependency between a parent and
/// its own subtask is ignored.
#[test]
fn dependencies_of_parents_apply_to_their_subtasks() {
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

#[test]
fn impossible_schedules_are_refused() {
    let never = "
        [assignees.maya]
        closed_weekdays = [0, 1, 2, 3, 4, 5, 6]
        ";
    for (config, lines, request, expected) in [
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
            "refused DependencyCycle: This would create a circular dependency: a.1 → b → b.1 → a → a.1. A task ends after its subtasks, and they wait for everything that it waits for.",
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
        check(config, lines, request, expected);
    }
}
