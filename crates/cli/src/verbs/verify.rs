//! Runs the commands of a task's done criteria, and stores what came of them as proofs.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::fmt::Write as _;
use std::time::Duration;

use clap::Args;
use handoff_agent::HandoffError;
use handoff_agent::RequiredText;
use handoff_protocol::Proof;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Value, json};

use crate::ground::progress::{Progress, Spinner};
use crate::project::Project;
use crate::project::verification::{self, CriterionCommand};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::arguments::parsers::{find_item, not_blank};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Rendered, pluralize};
use crate::verbs::performed::Performed;

/// The number of lines of output that are shown of a command that failed.
const MAX_LINES: usize = 10;

/// Arguments of `handoff verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// Task ID.
    #[arg(value_parser = not_blank)]
    id: RequiredText,
    /// Only this done criterion: its number from 1, its text or the start of it. Repeatable.
    #[arg(long, value_name = "CRITERION")]
    criterion: Vec<String>,
    /// Allow these commands in this project on this machine, as long as their words are the same.
    #[arg(long)]
    allow_commands: bool,
    /// Seconds after which a command is ended.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    timeout: u64,
}

/// What came of the commands of a task.
#[derive(Debug, Serialize, JsonSchema)]
struct Answer {
    task_id: String,
    results: Vec<Row>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Row {
    item: String,
    command: String,
    /// Null if it did not end by itself, or was not run.
    exit_code: Option<i64>,
    /// Whether the criterion is ticked now.
    checked: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    output: String,
}

impl Row {
    fn passed(&self) -> bool {
        self.exit_code == Some(0)
    }
}

impl Verify {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        Invocation::performing(Some(schema), move |project, common| match self.perform(project, common) {
            Ok(performed) => performed,
            Err(error) => Performed::from(error),
        })
    }

    fn perform(self, project: &mut Project, common: &CommonOptions) -> Result<Performed, HandoffError> {
        let id = String::from(self.id);
        let commands = commands(project, &id, &self.criterion)?;
        if common.dry_run {
            let rows: Vec<Value> =
                commands.iter().map(|command| json!({"item": command.item, "command": command.text()})).collect();
            let lines = commands.iter().map(|command| format!("Would run: {}\n", command.text()));
            return Ok(Performed::dry_run_of(
                lines.collect::<String>().into(),
                json!({"task_id": id, "would_run": rows}),
            ));
        }
        verification::authorize(project, &id, &commands, self.allow_commands)?;
        if let Some(sentence) = project.pause_sentence() {
            return Err(HandoffError::Paused(sentence.into()));
        }
        let mut spinner = Spinner::new();
        let mut results = Vec::new();
        for command in &commands {
            spinner.report(&command.text());
            let timeout = Duration::from_secs(self.timeout);
            let proof = verification::verify(project, &id, command, timeout, &mut spinner)?;
            results.push(row(project, &id, command, proof));
        }
        let answer = Answer { task_id: id, results };
        let fails = answer.results.iter().any(|row| !row.passed());
        let rendered = Rendered::Text(render(&answer).into());
        Ok(Performed { fails, ..Performed::rendered(rendered, json!(answer)) })
    }
}

fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<Answer>().to_value()
}

/// Returns the commands of a task, or of the criteria that are named.
fn commands(project: &mut Project, id: &str, named: &[String]) -> Result<Vec<CriterionCommand>, HandoffError> {
    let reader = project.engine().reader();
    let task = reader.task(id).map_err(|_| HandoffError::refused(format!("There is no task {id}.")))?.fields();
    let items: Vec<&str> = task.criteria.iter().map(|criterion| criterion.item.as_str()).collect();
    let mut chosen: Vec<&str> = Vec::new();
    for text in named {
        let index = find_item(&items, text).map_err(|count| {
            HandoffError::refused(format!("{count} done criteria of task {id} start with “{text}”; name one."))
        })?;
        chosen.extend(usize::try_from(index).ok().and_then(|index| items.get(index)));
    }
    let command = |item: &&str| {
        let detail = task.criterion_details.iter().find(|detail| detail.item == **item)?;
        let words = detail.command.clone();
        (!words.is_empty()).then(|| CriterionCommand { item: (*item).to_owned(), words })
    };
    let wanted = if named.is_empty() { &items } else { &chosen };
    let commands: Vec<CriterionCommand> = wanted.iter().filter_map(command).collect();
    if commands.is_empty() {
        return Err(HandoffError::refused(format!(
            "Task {id} has no done criterion with a command. Set one: handoff task command {id} 1 -- cargo test"
        )));
    }
    Ok(commands)
}

fn row(project: &mut Project, id: &str, command: &CriterionCommand, proof: Proof) -> Row {
    let task = project.engine().reader().task(id).ok();
    let mut criteria = task.iter().flat_map(|task| &task.fields().criteria);
    let checked = criteria.any(|criterion| criterion.item == command.item && criterion.checked);
    let output = if proof.holds() { String::new() } else { proof.output.unwrap_or_default() };
    Row { item: command.item.clone(), command: proof.target, exit_code: proof.exit_code, checked, output }
}

fn render(answer: &Answer) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for row in &answer.results {
        let Row { item, command, checked, output, .. } = row;
        let end = row.exit_code.map_or_else(|| "did not end by itself".to_owned(), |code| format!("exit code {code}"));
        let verb = if row.passed() { "Met" } else { "Failed" };
        let ticked = if *checked && !row.passed() { "; it stays ticked" } else { "" };
        let _ = writeln!(text, "{verb}: {item} ({command}: {end}{ticked})");
        let lines: Vec<&str> = output.trim().lines().collect();
        for line in lines.iter().skip(lines.len().saturating_sub(MAX_LINES)) {
            let _ = writeln!(text, "    {line}");
        }
    }
    let passed = answer.results.iter().filter(|row| row.passed()).count();
    let _ = writeln!(text, "{passed} of {} passed.", pluralize(answer.results.len(), "command"));
    text
}
