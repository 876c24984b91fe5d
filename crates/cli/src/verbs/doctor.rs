//! Files that make no sense.

use std::fmt::Write as _;

use handoff_protocol::{Position, Problem, Query, Severity, View};
use serde_json::{Value, json};

use crate::project::Project;
use crate::show::{number, printable, word};

/// What is wrong with a project's files, and whether any of it is an error.
pub fn told(project: &mut Project) -> (Value, bool) {
    let context = project.context();
    let problems = match project.engine().view(&Query::Problems {}, &context) {
        View::Problems(problems) => problems,
        _ => Vec::new(),
    };
    let broken = problems.iter().any(|problem| problem.severity == Severity::Error);
    (json!({"problems": problems.iter().map(problem).collect::<Vec<_>>()}), broken)
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
    json!({"type": "object", "required": ["problems"], "properties": {"problems": {"type": "array", "items": problem}}})
}

/// A line for each problem, as compilers have it.
pub fn shown(value: &Value) -> String {
    let mut text = String::new();
    for one in crate::show::list(value, "problems") {
        let told = printable(word(one, "text")).replace('\n', " ");
        let (path, severity) = (word(one, "path"), word(one, "severity"));
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{path}:{}:{}: {severity}: {told}", number(one, "line"), number(one, "column"));
    }
    if text.is_empty() { "No problems.\n".to_owned() } else { text }
}
