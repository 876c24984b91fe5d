//! What is wrong with a project's files, and the repairs that a person chooses from.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use handoff_agent::Trouble;
use handoff_protocol::{Command, Position, Problem, Query, Severity, View};
use serde_json::{Value, json};

use crate::job::Job;
use crate::options::Common;
use crate::show::{list, number, printable, word};
use crate::{privacy, run};

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
    let View::Problems(mut problems) = project.engine().view(&Query::Problems {}, &context) else {
        return run::fail("The engine did not answer.", 1);
    };
    problems.extend(privacy::problems(&mut project));
    if let Some(number) = options.repair {
        return match repair(&problems, number) {
            Ok(command) => run::ask(common, Job::carry(command)),
            Err(sentence) => run::fail(&sentence, run::code(Trouble::Arguments)),
        };
    }
    let value = told(&problems);
    let printed = run::print(&if common.json { format!("{value:#}\n") } else { shown(&value) });
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

/// The problems, and their repairs by number.
fn told(problems: &[Problem]) -> Value {
    let mut repairs = 0;
    let told = problems.iter().map(|problem| {
        let numbered = problem.repairs.iter().map(|repair| {
            repairs += 1;
            json!({"number": repairs, "title": repair.title.to_string()})
        });
        let numbered: Vec<Value> = numbered.collect();
        let Position { line, column, .. } = problem.position;
        json!({
            "path": problem.path,
            "line": line + 1,
            "column": column + 1,
            "severity": weight(problem.severity),
            "text": problem.text.to_string(),
            "task": problem.task,
            "costs": problem.cost.as_ref().map(ToString::to_string),
            "repairs": numbered,
        })
    });
    json!({"problems": told.collect::<Vec<_>>()})
}

const fn weight(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "note",
    }
}

/// JSON Schema of what is told.
pub fn shape() -> Value {
    let (text, number, or_null) =
        (json!({"type": "string"}), json!({"type": "integer"}), json!({"type": ["string", "null"]}));
    let repair =
        json!({"type": "object", "required": ["number", "title"], "properties": {"number": number, "title": text}});
    let members = json!({
        "path": text, "line": number, "column": number, "severity": {"enum": ["error", "warning", "note"]}, "text": text,
        "task": or_null, "costs": or_null, "repairs": {"type": "array", "items": repair},
    });
    let names: Vec<&String> = members.as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let problem = json!({"type": "object", "required": names, "properties": members});
    json!({"type": "object", "required": ["problems"], "properties": {"problems": {"type": "array", "items": problem}}})
}

/// Each problem on a line, as compilers have it, and below it its repairs by number.
fn shown(value: &Value) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    for problem in list(value, "problems") {
        let (path, line, column) = (word(problem, "path"), number(problem, "line"), number(problem, "column"));
        let told = printable(word(problem, "text")).replace('\n', " ");
        let _ = writeln!(text, "{path}:{line}:{column}: {}: {told}", word(problem, "severity"));
        for repair in list(problem, "repairs") {
            let _ = writeln!(text, "  --repair {}  {}", number(repair, "number"), printable(word(repair, "title")));
        }
    }
    if text.is_empty() { "No problems.\n".to_owned() } else { text }
}
