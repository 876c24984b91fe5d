//! Problems in the project's files, and the repairs that a person chooses from.

use std::fmt::Write as _;

use clap::Args;
use handoff_format::escape_control_characters;
use handoff_protocol::{Command, Position, Problem, Query, Severity, View};
use serde_json::{Value, json};

use crate::output::{list, number, text_of};
use crate::project::{Project, git_problems};

/// The options of the doctor.
#[derive(Debug, Args)]
pub struct Options {
    /// Apply the repairs with these numbers as one change, separated by commas.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub repair: Vec<usize>,
}

/// Returns the problems in a project's files.
pub fn problems(project: &mut Project) -> Vec<Problem> {
    let context = project.context();
    let mut problems = match project.engine().view(&Query::Problems {}, &context) {
        View::Problems(problems) => problems,
        _ => Vec::new(),
    };
    problems.extend(project.log_problems());
    problems.extend(git_problems::problems(project));
    problems
}

/// Returns the command that executes the repairs with these numbers in the list.
pub fn repair(problems: &[Problem], numbers: &[usize]) -> Result<Command, String> {
    let all: Vec<&Command> =
        problems.iter().flat_map(|problem| &problem.repairs).map(|repair| &repair.command).collect();
    let repair_command = |number: &usize| {
        let command = number.checked_sub(1).and_then(|index| all.get(index));
        command.map(|command| (*command).clone()).ok_or_else(|| match all.len() {
            0 => "No problem here has a repair.".to_owned(),
            all => format!("There is no repair {number}; handoff doctor lists repairs 1 to {all}."),
        })
    };
    Ok(Command::Repair { repairs: numbers.iter().map(repair_command).collect::<Result<_, _>>()? })
}

/// Returns the numbers of the repairs that are proposed as a set.
fn proposed(problems: &[Problem]) -> Vec<usize> {
    let repairs = problems.iter().flat_map(|problem| &problem.repairs);
    (1..).zip(repairs).filter(|(_, repair)| repair.proposed).map(|(number, _)| number).collect()
}

/// Returns the problems as JSON.
pub fn to_json(problems: &[Problem]) -> Value {
    json!({"problems": problems.iter().map(problem_to_json).collect::<Vec<_>>(), "proposed": proposed(problems)})
}

fn problem_to_json(problem: &Problem) -> Value {
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

/// Returns the JSON Schema of that.
pub fn schema() -> Value {
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

/// Renders a line for each problem in the form of compilers, followed by its numbered repairs, and
/// at the end the command for the proposed repairs.
pub fn to_text(value: &Value) -> String {
    let mut text = String::new();
    let mut repairs = 0;
    for problem in list(value, "problems") {
        let message = escape_control_characters(text_of(problem, "text"));
        let path = escape_control_characters(text_of(problem, "path"));
        let severity = text_of(problem, "severity");
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "{path}:{}:{}: {severity}: {message}", number(problem, "line"), number(problem, "column"));
        for repair in list(problem, "repairs").iter().filter_map(Value::as_str) {
            repairs += 1;
            let _ = writeln!(text, "  --repair {repairs}  {}", escape_control_characters(repair));
        }
    }
    let proposed: Vec<String> = list(value, "proposed").iter().map(ToString::to_string).collect();
    if !proposed.is_empty() {
        let _ = writeln!(text, "\nProposed: handoff doctor --repair {}", proposed.join(","));
    }
    if text.is_empty() { "No problems.\n".to_owned() } else { text }
}
