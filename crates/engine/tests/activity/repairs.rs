//! Damaged lines of the log are removed by a repair, and nothing else is.

use handoff_protocol::{Command, FileState, Outcome, Query, View};

use crate::support::{Bench, context, files};

const LOG: &str = "activity/2026-12/noor.jsonl";

fn damaged() -> Bench {
    let mut bench = Bench::new(files("=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n"));
    let text = "{\"log\":3}\n{\"torn\n{\"new\": 1}\n{\"id";
    bench.feed(vec![FileState::File { path: LOG.to_owned(), bytes: text.into() }]);
    bench
}

fn repairs(bench: &mut Bench) -> Vec<Command> {
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    problems.into_iter().flat_map(|problem| problem.repairs).map(|repair| repair.command).collect()
}

#[test]
fn repair_removes_damaged_lines_only() {
    let mut bench = damaged();
    let repairs = repairs(&mut bench);
    assert_eq!(repairs, [Command::RemoveDamagedLines { path: LOG.to_owned() }]);
    let outcome = bench.commit(&Command::Repair { repairs });
    assert!(matches!(outcome, Outcome::Done { changed: true, .. }), "{outcome:?}");
    assert_eq!(bench.tree.file(LOG), Some(b"{\"log\":3}\n{\"new\": 1}\n".as_slice()));
    assert_eq!(self::repairs(&mut bench), []);
    let outcome = bench.commit(&Command::Undo {});
    assert!(matches!(outcome, Outcome::Refused { .. }), "a change of a log cannot be undone: {outcome:?}");
}

#[test]
fn only_logs_are_repaired() {
    let mut bench = damaged();
    for path in ["tasks/t1-a/_task.todo.json", "activity/2026-12/none.jsonl", "../x"] {
        let outcome = bench.commit(&Command::RemoveDamagedLines { path: path.to_owned() });
        assert!(matches!(outcome, Outcome::Refused { .. }), "{path}: {outcome:?}");
    }
}
