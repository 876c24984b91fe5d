//! Schedules worked by hand, to the day. The project's clock says Tuesday 2026-12-01.
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

#[test]
fn one_after_the_other() {
    check(
        "",
        "
        a 12h
        b 8h <a
        c 30h <b:SS
        ",
        AUTO,
        "
        a: 12-01 Tue to 12-02 Wed
        b: 12-02 Wed to 12-03 Thu
        c: 12-03 Thu to 12-09 Wed
        ",
    );
}
