//! What is wrong with a project's files, and the repairs that a person chooses from.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use handoff_agent::Trouble;
use handoff_protocol::{Command, Position, Problem, Query, Severity, View};

use crate::job::Job;
use crate::options::Common;
use crate::run;

/// What is asked of the doctor.
#[derive(Debug, Args)]
pub struct Options {
    /// Carry out the repair with this number.
    #[arg(long, value_name = "NUMBER")]
    repair: Option<usize>,
}

/// Tells the problems with their repairs, or carries one out.
pub fn look(common: &Common, options: &Options) -> ExitCode {
    let mut project = run::open(common);
    let context = project.context();
    if !project.engine().reading().is_initialized() {
        return run::fail(run::NO_PROJECT, run::code(Trouble::Refused));
    }
    let View::Problems(problems) = project.engine().view(&Query::Problems {}, &context) else {
        return run::fail("The engine did not answer.", 1);
    };
    if let Some(number) = options.repair {
        return match repair(&problems, number) {
            Ok(command) => run::ask(common, Job::carry(command)),
            Err(sentence) => run::fail(&sentence, run::code(Trouble::Arguments)),
        };
    }
    let printed =
        run::print(&if common.json { format!("{}\n", handoff_format::wire::line(&problems)) } else { told(&problems) });
    let broken = problems.iter().any(|problem| problem.severity == Severity::Error);
    if broken { ExitCode::from(run::code(Trouble::Broken)) } else { printed }
}

/// The command of a repair, by its number in the list.
fn repair(problems: &[Problem], number: usize) -> Result<Command, String> {
    let mut commands = problems.iter().flat_map(|problem| &problem.repairs).map(|repair| &repair.command);
    let all = commands.clone().count();
    let wanted = number.checked_sub(1).and_then(|index| commands.nth(index));
    wanted.cloned().ok_or_else(|| match all {
        0 => "There is nothing here that has a repair.".to_owned(),
        _ => format!("There is no repair {number}; handoff doctor lists those from 1 to {all}."),
    })
}

/// The problems, each on a line, and below it its repairs by number.
fn told(problems: &[Problem]) -> String {
    let mut text = String::new();
    let mut number = 0;
    for problem in problems {
        let Position { line, column, .. } = problem.position;
        let weight = if problem.severity == Severity::Error { "error" } else { "warning" };
        let _ = writeln!(text, "{}:{}:{}: {weight}: {}", problem.path, line + 1, column + 1, problem.text);
        for repair in &problem.repairs {
            number += 1;
            let _ = writeln!(text, "  --repair {number}  {}", repair.title);
        }
    }
    if problems.is_empty() {
        text.push_str("No problems.\n");
    }
    text
}
