//! Undoes the last own step, or those of an actor, and shows what that changes.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use anstyle::AnsiColor;
use chrono::DateTime;
use clap::Args;
use handoff_agent::{HandoffError, Reply, outcome_to_reply};
use handoff_protocol::{
    Actor, ActorKind, Command, FieldRevert, Outcome, RefusalCode, RevertKind, RevertPreview, Text, UndoStep,
    field_words,
};
use serde_json::{Value, json};

use crate::ground::clock;
use crate::ground::console::{self, clean};
use crate::ground::progress::Spinner;
use crate::ground::styled::Styled;
use crate::project::history::{History, Unread};
use crate::project::{Project, undo};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::arguments::times::{self, EnteredTime};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Rendered, colored};
use crate::verbs::performed::{Performed, command_schema, plan_command, reply_to};

/// What `handoff undo` undoes.
#[derive(Debug, Args)]
pub struct Options {
    /// Undo what this person or agent did: a name, or the ID of a conversation. What others have changed since is kept.
    #[arg(long, value_name = "NAME")]
    actor: Option<String>,
    /// Only changes from this time on: 30m, 2h, 3d, 10:00, 2026-12-01, or an RFC 3339 time.
    #[arg(long, value_name = "TIME", requires = "actor")]
    since: Option<String>,
    /// Do not ask before undoing what an actor did.
    #[arg(long, short = 'y', requires = "actor")]
    yes: bool,
    /// Undo the last change as far as possible: what others have changed since is kept.
    #[arg(long, conflicts_with = "actor")]
    partial: bool,
    /// Do not undo the last change: forget it, so that the next undo undoes the change before it.
    #[arg(long, conflicts_with_all = ["actor", "partial"])]
    skip: bool,
}

/// The reply if there is no own step.
const NO_STEP: &str = "Nothing to undo: you have not changed this project from the command line.";
/// Follows a refused undo.
const OTHER_WAYS: &str = "Run handoff undo --partial to undo the rest of the change, or handoff undo --skip to go on to the change before it.";

/// The maximum number of characters that are shown of a value.
const MAX_VALUE_CHARS: usize = 60;

/// How a revert is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Only described.
    DryRun,
    /// Described, then carried out if the person at the terminal agrees.
    Ask,
    /// Carried out at once.
    Now,
}

impl Options {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        Invocation::performing(Some(command_schema), move |project, common| {
            self.perform(project, common).unwrap_or_else(Performed::from)
        })
    }

    fn perform(self, project: &mut Project, common: &CommonOptions) -> Result<Performed, HandoffError> {
        match self.actor {
            _ if self.skip => skip(project, common.dry_run),
            _ if self.partial => undo_partially(project, common.dry_run),
            None => undo_last(project, common.dry_run),
            Some(name) => {
                let mode = match (common.dry_run, self.yes || common.json || !can_ask()) {
                    (true, _) => Mode::DryRun,
                    (false, true) => Mode::Now,
                    (false, false) => Mode::Ask,
                };
                revert_actor(project, &name, self.since.as_deref(), mode)
            }
        }
    }
}

/// Undoes the last own step; a dry run describes what that would change.
fn undo_last(project: &mut Project, dry_run: bool) -> Result<Performed, HandoffError> {
    let stored = undo::last_own_undo_step(project)?.ok_or_else(nothing_to_undo)?;
    if let Some(changes) = handoff_engine::undo_step::changes(&stored.step.source) {
        project.engine().push_undo_step(changes);
    }
    if dry_run {
        return Ok(plan_command(project, &Command::Undo {}));
    }
    let outcome = project.execute(&Command::Undo {}, &mut Spinner::new());
    let reply = reply_to(&outcome);
    Ok(match &outcome {
        Outcome::Done { .. } => {
            stored.forget();
            reply.into()
        }
        // Trying again does not help.
        Outcome::Refused { refusal } if matches!(refusal.code, RefusalCode::Stale | RefusalCode::IdTaken) => {
            let text = reply.text.then(format!(" {OTHER_WAYS}"));
            Reply { text, ..reply }.into()
        }
        _ => reply.into(),
    })
}

/// Undoes the last own step as far as possible, and forgets it.
fn undo_partially(project: &mut Project, dry_run: bool) -> Result<Performed, HandoffError> {
    let stored = undo::last_own_undo_step(project)?.ok_or_else(nothing_to_undo)?;
    project.load_log_since(&stored.step.at);
    let preview = undo::preview(project, std::slice::from_ref(&stored.step.source))?;
    if dry_run {
        return Ok(dry_run_of(&preview));
    }
    let outcome = undo::revert_undo_step(project, &stored, &mut Spinner::new());
    Ok(report(&outcome, &preview))
}

/// Forgets the last own step, or a later one that cannot be read.
fn skip(project: &Project, dry_run: bool) -> Result<Performed, HandoffError> {
    let summary = undo::skip_last(project, dry_run)?.ok_or_else(nothing_to_undo)?;
    Ok(if dry_run {
        Performed::dry_run(Reply::with_value(format!("Would skip: {summary}."), json!({"would_skip": summary})))
    } else {
        Reply::with_value(format!("Skipped: {summary}."), json!({"skipped": summary})).into()
    })
}

/// Returns the refusal of an undo without an own step.
fn nothing_to_undo() -> HandoffError {
    HandoffError::refused(NO_STEP)
}

/// Reverts what an actor did.
fn revert_actor(project: &mut Project, name: &str, since: Option<&str>, mode: Mode) -> Result<Performed, HandoffError> {
    let (steps, unread) = History::of(&project.home())?.all()?;
    let performed = revert_undo_steps_of(project, &steps, name, since, mode).unwrap_or_else(Performed::from);
    let omissions: Vec<Text> = unread.iter().map(Unread::omission).collect();
    Ok(performed.with_warnings(&omissions))
}

fn revert_undo_steps_of(
    project: &mut Project,
    steps: &[UndoStep],
    name: &str,
    since: Option<&str>,
    mode: Mode,
) -> Result<Performed, HandoffError> {
    let since = since.map(parse_since).transpose()?;
    let at = since.as_ref().map(|since| since.at);
    let performed = revert_since(project, steps, name, at, mode).unwrap_or_else(Performed::from);
    let note = since.and_then(|since| since.note);
    Ok(note.iter().fold(performed, |performed, note| performed.with_note(note)))
}

fn parse_since(text: &str) -> Result<EnteredTime, HandoffError> {
    let now = clock::now();
    times::parse_time(text, now, &clock::time_zone(now)).ok_or_else(|| {
        let text = format!("{text} is not a time. Give {}.", times::FORMS);
        HandoffError::Arguments(text.into())
    })
}

fn revert_since(
    project: &mut Project,
    steps: &[UndoStep],
    name: &str,
    since: Option<i64>,
    mode: Mode,
) -> Result<Performed, HandoffError> {
    let chosen = choose(steps, name, since)?;
    for step in &chosen {
        undo::load_unscanned(project, step);
    }
    // Names who has changed a field since.
    if let Some(oldest) = chosen.iter().map(|step| step.at.as_str()).min() {
        project.load_log_since(oldest);
    }
    let sources: Vec<String> = chosen.iter().map(|step| step.source.clone()).collect();
    let preview = undo::preview(project, &sources)?;
    if mode == Mode::DryRun {
        return Ok(dry_run_of(&preview));
    }
    if mode == Mode::Ask && !agree(describe(&preview), chosen.len()) {
        return Err(HandoffError::refused("Nothing was undone."));
    }
    let outcome = project.execute(&Command::Revert { steps: sources, tasks: None }, &mut Spinner::new());
    Ok(report(&outcome, &preview))
}

/// Returns the reply to a dry run.
fn dry_run_of(preview: &RevertPreview) -> Performed {
    Performed::dry_run_of(describe(preview), to_json(preview))
}

/// Returns the reply to a revert that was carried out.
fn report(outcome: &Outcome, preview: &RevertPreview) -> Performed {
    match outcome {
        Outcome::Done { summary, changed, .. } => {
            let done = if *changed { format!("{summary}.") } else { "Nothing was left to revert.".to_owned() };
            let text = Styled::from(format!("{done}\n")).then(describe(preview));
            let mut value = to_json(preview);
            if let Some(members) = value.as_object_mut() {
                members.insert("done".to_owned(), json!(summary.to_string()));
            }
            Performed::rendered(Rendered::Text(text), value)
        }
        other => outcome_to_reply(other).into(),
    }
}

/// Returns the steps of an actor, oldest first, or a reply that lists the known actors.
fn choose<'s>(steps: &'s [UndoStep], name: &str, since: Option<i64>) -> Result<Vec<&'s UndoStep>, HandoffError> {
    let of_actor: Vec<&UndoStep> = steps.iter().filter(|step| is_named(&step.actor, name)).collect();
    let is_late = |step: &&&UndoStep| {
        let at = DateTime::parse_from_rfc3339(&step.at).map(|at| at.timestamp_millis());
        since.is_none_or(|since| at.is_ok_and(|at| at >= since))
    };
    let chosen: Vec<&UndoStep> = of_actor.iter().filter(is_late).copied().collect();
    match (chosen.is_empty(), of_actor.last()) {
        (false, _) => Ok(chosen),
        (true, Some(last)) => {
            let at = last.at.as_str();
            Err(HandoffError::refused(format!("{name} has changed nothing since then. The last change was at {at}.")))
        }
        (true, None) => Err(HandoffError::refused(unknown_actor(steps, name))),
    }
}

fn is_named(actor: &Actor, name: &str) -> bool {
    actor.name.to_lowercase() == name.to_lowercase() || actor.conversation.as_deref() == Some(name)
}

/// Returns the sentence about an unknown actor, with those that are known.
fn unknown_actor(steps: &[UndoStep], name: &str) -> String {
    let mut known: Vec<(&Actor, usize, &str)> = Vec::new();
    for step in steps {
        match known.iter_mut().find(|(actor, ..)| **actor == step.actor) {
            Some((_, count, last)) => (*count, *last) = (*count + 1, &step.at),
            None => known.push((&step.actor, 1, &step.at)),
        }
    }
    if known.is_empty() {
        return "No changes are stored on this machine, so none can be undone.".to_owned();
    }
    let lines = known.iter().rev().map(|(actor, count, last)| {
        let kind = if actor.kind == ActorKind::Human { "person" } else { "agent" };
        let conversation = actor.conversation.as_ref().map(|id| format!(", conversation {id}")).unwrap_or_default();
        let plural = if *count == 1 { "" } else { "s" };
        format!("\n  {} ({kind}{conversation}): {count} change{plural}, the last at {last}", actor.name)
    });
    format!("No change of {name} is stored on this machine. There are changes of:{}", lines.collect::<String>())
}

/// Shows what would be undone and asks.
fn agree(text: Styled, count: usize) -> bool {
    console::ask(text.then(format!("Undo {count} change{}? [y/N] ", if count == 1 { "" } else { "s" })));
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).is_ok() && matches!(line.trim().to_lowercase().as_str(), "y" | "yes")
}

/// Returns whether a person can be asked.
fn can_ask() -> bool {
    std::io::stdin().is_terminal() && console::stderr_is_terminal()
}

/// Describes a preview: a line for each task and file, with the fields below it.
fn describe(preview: &RevertPreview) -> Styled {
    let mut text = Styled::default();
    for task in &preview.tasks {
        let name = format!("{} {}", task.id, task.title);
        describe_row(&mut text, name.trim(), task.kind, &task.fields, task.conflict.as_ref());
    }
    for file in &preview.files {
        describe_row(&mut text, &file.path, file.kind, &file.fields, file.conflict.as_ref());
    }
    if text.is_empty() { "Everything is as it was before.\n".into() } else { text }
}

fn describe_row(text: &mut Styled, name: &str, kind: RevertKind, fields: &[FieldRevert], conflict: Option<&Text>) {
    let verb = match (conflict, kind) {
        (Some(_), _) => "keep",
        (None, RevertKind::Changed) => "change",
        (None, RevertKind::Created) => "delete",
        (None, RevertKind::Deleted) => "restore",
        (None, RevertKind::Moved) => "move",
    };
    let kept = colored(AnsiColor::Yellow);
    // Writing to a text cannot fail.
    let _ = writeln!(text, "  {verb:<8}{name}");
    if let Some(conflict) = conflict {
        text.push_styled(kept, &format!("    {conflict}\n"));
    }
    for row in fields {
        match &row.conflict {
            Some(conflict) => text.push_styled(kept, &format!("    kept: {conflict}\n")),
            None => {
                let _ = writeln!(text, "    {}: {} -> {}", field_words(&row.field), value(&row.now), value(&row.then));
            }
        }
    }
}

/// Returns a value on one line.
fn value(value: &Value) -> String {
    let text = match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(elements) => elements.iter().map(element).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    let text = clean(&text).replace('\n', " ");
    if text.chars().count() > MAX_VALUE_CHARS {
        text.chars().take(MAX_VALUE_CHARS).chain(['…']).collect()
    } else {
        text
    }
}

fn element(element: &Value) -> String {
    let named = ["item", "target", "id"].iter().find_map(|key| element.get(key).and_then(Value::as_str));
    element.as_str().or(named).map_or_else(|| element.to_string(), str::to_owned)
}

/// Returns a preview as JSON. Reasons are sentences.
fn to_json(preview: &RevertPreview) -> Value {
    let reason = |conflict: &Option<Text>| conflict.as_ref().map(ToString::to_string);
    let fields = |fields: &[FieldRevert]| -> Vec<Value> {
        let row = |row: &FieldRevert| json!({"field": row.field, "now": row.now, "then": row.then, "kept": reason(&row.conflict)});
        fields.iter().map(row).collect()
    };
    let tasks: Vec<Value> = preview
        .tasks
        .iter()
        .map(|task| {
            json!({"id": task.id, "title": task.title, "kind": task.kind, "fields": fields(&task.fields),
                   "kept": reason(&task.conflict)})
        })
        .collect();
    let files: Vec<Value> = preview
        .files
        .iter()
        .map(|file| {
            json!({"path": file.path, "kind": file.kind, "fields": fields(&file.fields), "kept": reason(&file.conflict)})
        })
        .collect();
    json!({"tasks": tasks, "files": files})
}
