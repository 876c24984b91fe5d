//! Files that make no sense, and the repairs that a person chooses from.

use std::fmt::Write as _;

use clap::Args;
use handoff_protocol::{Command, Position, Problem, Query, Severity, View};
use serde_json::{Value, json};

use crate::output::{number, printable, word};
use crate::private_sessions;
use crate::project::Project;

/// What is asked of the doctor.
#[derive(Debug, Args)]
pub struct Options {
    /// Apply the repairs with these numbers as one change, separated by commas.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub repair: Vec<usize>,
}

/// What is wrong with a project's files.
pub fn problems(project: &mut Project) -> Vec<Problem> {
    let context = project.context();
    let mut problems = match project.engine().view(&Query::Problems {}, &context) {
        View::Problems(problems) => problems,
        _ => Vec::new(),
    };
    problems.extend(private_sessions::problems(project));
    problems
}

/// The command that carries out the repairs with these numbers in the list.
pub fn repair(problems: &[Problem], numbers: &[usize]) -> Result<Command, String> {
    let all: Vec<&Command> =
        problems.iter().flat_map(|problem| &problem.repairs).map(|repair| &repair.command).collect();
    let one = |number: &usize| {
        let wanted = number.checked_sub(1).and_then(|index| all.get(index));
        wanted.map(|command| (*command).clone()).ok_or_else(|| match all.len() {
            0 => "No problem here has a repair.".to_owned(),
            all => format!("There is no repair {number}; handoff doctor lists repairs 1 to {all}."),
        })
    };
    Ok(Command::Repair { repairs: numbers.iter().map(one).collect::<Result<_, _>>()? })
}

/// The numbers of the repairs that are proposed as a set.
fn proposed(problems: &[Problem]) -> Vec<usize> {
    let repairs = problems.iter().flat_map(|problem| &problem.repairs);
    (1..).zip(repairs).filter(|(_, repair)| repair.proposed).map(|(number, _)| number).collect()
}

/// The problems as they are told.
pub fn told(problems: &[Problem]) -> Value {
    json!({"problems": problems.iter().map(problem).collect::<Vec<_>>(), "proposed": proposed(problems)})
}

fn problem(problem: &Problem) -> Value {
    let Position { line, column, .. } = problem.position;
    json!({
        "path": problem.path,
        "line": line + 1,
        "column": column + 1,
        "severity": severity(problem.severity),
        "text": problem.text.to_string(),
        "task": problem.task,
        "costs": problem.cost.as_ref().map(ToString::to_string),
        "repairs": problem.repairs.iter().map(|repair| repair.title.to_string()).collect::<Vec<_>>(),
    })
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "note",
    }
}

/// JSON Schema of what is told.
pub fn shape() -> Value {
    let text = json!({"type": "string"});
    let or_null = json!({"type": ["string", "null"]});
    let number = json!({"type": "integer"});
    let members = json!({
        "path": text, "line": number, "column": number, "severity": {"enum": ["error", "warning", "note"]}, "text": text,
        "task": or_null, "costs": or_null, "repairs": {"type": "array", "items": text},
    });
    let names: Vec<&String> = members.as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let problem = json!({"type": "object", "required": names, "properties": members});
    let members = json!({
        "problems": {"type": "array", "items": problem},
        "proposed": {"type": "array", "items": {"type": "integer"}},
    });
    json!({"type": "object", "required": ["problems", "proposed"], "properties": members})
}

/// A line for each problem, as compilers have it, and below it its repairs by number. At the end what carries out the proposed ones.
pub fn shown(value: &Value) -> String {
    let mut text = String::new();
    let mut repairs = 0;
    for one in crate::output::list(value, "problems") {
        let told = printable(word(one, "text")).replace('\n', " ");
        let (path, severity) = (word(one, "path"), word(one, "severity"));
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{path}:{}:{}: {severity}: {told}", number(one, "line"), number(one, "column"));
        for repair in crate::output::list(one, "repairs").iter().filter_map(Value::as_str) {
            repairs += 1;
            let _ = writeln!(text, "  --repair {repairs}  {}", printable(repair));
        }
    }
    let proposed: Vec<String> = crate::output::list(value, "proposed").iter().map(ToString::to_string).collect();
    if !proposed.is_empty() {
        let _ = writeln!(text, "\nProposed: handoff doctor --repair {}", proposed.join(","));
    }
    if text.is_empty() { "No problems.\n".to_owned() } else { text }
}
