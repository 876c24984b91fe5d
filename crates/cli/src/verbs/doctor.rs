//! Problems in the project's files, and the repairs that a person chooses from.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use handoff_agent::{FailureKind, HandoffError};
use handoff_format::escape_control_characters;
use handoff_protocol::{Command, Position, Problem, Query, Severity, View};
use serde_json::{Value, json};

use crate::ground::console::{print, print_json};
use crate::ground::exit_codes::exit_code;
use crate::project::{Project, git_problems};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{self, list, number, text_of};

/// The options of the doctor.
#[derive(Debug, Args)]
pub struct Options {
    /// Apply the repairs with these numbers as one change, separated by commas.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    repair: Vec<usize>,
}

/// Prints the problems of the files, or executes repairs.
pub fn run(common: &CommonOptions, options: &Options) -> ExitCode {
    try_run(common, options).unwrap_or_else(|error| output::fail_with(error, exit_code))
}

fn try_run(common: &CommonOptions, options: &Options) -> Result<ExitCode, HandoffError> {
    let problems = problems(&mut *common.open_initialized()?);
    if !options.repair.is_empty() {
        return Ok(repair(&problems, &options.repair)?.run(common));
    }
    let value = to_json(&problems);
    let printed = if common.json { print_json(&value) } else { print(to_text(&value)) };
    let is_broken = problems.iter().any(|problem| problem.severity == Severity::Error);
    Ok(if is_broken { ExitCode::from(exit_code(FailureKind::Broken)) } else { printed })
}

/// Returns the problems in a project's files.
fn problems(project: &mut Project) -> Vec<Problem> {
    let context = project.context();
    let found = |project: &mut Project, query| match project.engine().view(&query, &context) {
        View::Problems(problems) => problems,
        _ => Vec::new(),
    };
    let mut problems = found(project, Query::Problems {});
    problems.extend(project.log_problems());
    project.load_figures();
    problems.extend(found(project, Query::HourProblems {}));
    problems.extend(git_problems::problems(project));
    problems
}

/// Returns the invocation of the repairs with these numbers in the list.
fn repair(problems: &[Problem], numbers: &[usize]) -> Result<Invocation, HandoffError> {
    let all: Vec<&Command> =
        problems.iter().flat_map(|problem| &problem.repairs).map(|repair| &repair.command).collect();
    let repair_command = |number: &usize| {
        let command = number.checked_sub(1).and_then(|index| all.get(index));
        let no_repair = || match all.len() {
            0 => "No problem here has a repair.".to_owned(),
            all => format!("There is no repair {number}; handoff doctor lists repairs 1 to {all}."),
        };
        command.map(|command| (*command).clone()).ok_or_else(|| HandoffError::Arguments(no_repair().into()))
    };
    let repairs: Vec<Command> = numbers.iter().map(repair_command).collect::<Result<_, _>>()?;
    Ok(Invocation::prepare(|project| {
        for repair in &repairs {
            // Logs are not loaded with the project.
            if let Command::RemoveDamagedLines { path } = repair {
                project.feed_path(path);
            }
        }
        Ok(Command::Repair { repairs })
    }))
}

/// Returns the numbers of the repairs that are proposed as a set.
fn proposed(problems: &[Problem]) -> Vec<usize> {
    let repairs = problems.iter().flat_map(|problem| &problem.repairs);
    (1..).zip(repairs).filter(|(_, repair)| repair.proposed).map(|(number, _)| number).collect()
}

/// Returns the problems as JSON.
fn to_json(problems: &[Problem]) -> Value {
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
fn to_text(value: &Value) -> String {
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
