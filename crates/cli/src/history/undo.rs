//! Undo of stored steps: the last own one, and those of an actor.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::fs;
use std::io::IsTerminal as _;

use chrono::DateTime;
use clap::Args;
use handoff_agent::{HandoffError, Reply, outcome_to_reply};
use handoff_protocol::{Actor, ActorKind, Command, Outcome, Query, RevertPreview, Step, Text, View};
use serde_json::json;

use crate::ground::progress::Spinner;
use crate::ground::styled::Styled;
use crate::ground::{clock, console};
use crate::history::time::EnteredTime;
use crate::history::{History, StoredStep, Unread, time};
use crate::output::{Rendered, revert};
use crate::project::Project;
use crate::run::Performed;

/// What `handoff undo` undoes.
#[derive(Debug, Args)]
pub struct Options {
    /// Undo what this person or agent did: a name, or the ID of a conversation. What others have changed since is kept.
    #[arg(long, value_name = "NAME")]
    pub actor: Option<String>,
    /// Only changes from this time on: 30m, 2h, 3d, 10:00, 2026-12-01, or an RFC 3339 time.
    #[arg(long, value_name = "TIME", requires = "actor")]
    pub since: Option<String>,
    /// Do not ask before undoing what an actor did.
    #[arg(long, short = 'y', requires = "actor")]
    pub yes: bool,
    /// Undo the last change as far as possible: what others have changed since is kept.
    #[arg(long, conflicts_with = "actor")]
    pub partial: bool,
    /// Do not undo the last change: forget it, so that the next undo undoes the change before it.
    #[arg(long, conflicts_with_all = ["actor", "partial"])]
    pub skip: bool,
}

/// The reply if there is no own step.
const NO_STEP: &str = "Nothing to undo: you have not changed this project from the command line.";
/// Follows a refused undo.
pub const OTHER_WAYS: &str = "Run handoff undo --partial to undo the rest of the change, or handoff undo --skip to go on to the change before it.";

/// How a revert is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Only described.
    DryRun,
    /// Described, then carried out if the person at the terminal agrees.
    Ask,
    /// Carried out at once.
    Now,
}

/// Returns the last own step and loads what its undo needs, or `None` if there is none. The error is the
/// reply if the history cannot be read.
pub fn last_own_step(project: &mut Project) -> Result<Option<StoredStep>, HandoffError> {
    let last = find_last(project).map_err(|unread| cannot_read(&unread))?;
    if let Some(stored) = &last {
        feed_unscanned(project, &stored.step);
    }
    Ok(last)
}

fn find_last(project: &Project) -> Result<Option<StoredStep>, Unread> {
    History::of(&project.home())?.last_of(&project.actor())
}

fn cannot_read(unread: &Unread) -> HandoffError {
    HandoffError::Broken(unread.text().into())
}

/// Reverts the last own step, whatever others have changed since, and forgets it. The revert is no step,
/// so that the next undo goes further back.
pub fn revert_last(
    project: &mut Project,
    progress: &mut dyn crate::ground::progress::Progress,
) -> Result<Option<(Step, Outcome)>, HandoffError> {
    let Some(stored) = last_own_step(project)? else { return Ok(None) };
    let outcome = revert_stored(project, &stored, progress);
    Ok(Some((stored.step, outcome)))
}

fn revert_stored(
    project: &mut Project,
    stored: &StoredStep,
    progress: &mut dyn crate::ground::progress::Progress,
) -> Outcome {
    let command = Command::Revert { steps: vec![stored.step.source.clone()], tasks: None };
    let outcome = project.execute_without_step(&command, progress);
    if matches!(outcome, Outcome::Done { .. }) {
        stored.forget();
    }
    outcome
}

/// Undoes the last own step as far as possible, and forgets it.
pub fn undo_partially(project: &mut Project, dry_run: bool) -> Performed {
    let stored = match last_own_step(project) {
        Ok(Some(last)) => last,
        Ok(None) => return nothing_to_undo().into(),
        Err(reply) => return reply.into(),
    };
    project.load_log_since(&stored.step.at);
    let preview = match preview(project, std::slice::from_ref(&stored.step.source)) {
        Ok(preview) => preview,
        Err(reply) => return reply.into(),
    };
    if dry_run {
        return describe(&preview);
    }
    let outcome = revert_stored(project, &stored, &mut Spinner::new());
    report(&outcome, &preview)
}

/// Forgets the last own step, or a later one that cannot be read.
pub fn skip(project: &Project, dry_run: bool) -> Performed {
    let (summary, path) = match find_last(project) {
        Ok(Some(stored)) => (stored.step.summary.to_string(), stored.path),
        Ok(None) => return nothing_to_undo().into(),
        Err(unread) if unread.is_step => (format!("the unreadable change {}", unread.path.display()), unread.path),
        Err(unread) => return cannot_read(&unread).into(),
    };
    if dry_run {
        return Performed::dry_run(Reply::with_value(
            format!("Would skip: {summary}."),
            json!({"would_skip": summary}),
        ));
    }
    if let Err(error) = fs::remove_file(&path) {
        let text = format!("{} could not be removed: {error}.", path.display());
        return HandoffError::System(text.into()).into();
    }
    Reply::with_value(format!("Skipped: {summary}."), json!({"skipped": summary})).into()
}

/// Returns the reply to an undo of the last step without one.
pub fn nothing_to_undo() -> HandoffError {
    HandoffError::refused(NO_STEP)
}

/// Loads the files that a step has moved to the trash, and the packages if it has changed one.
fn feed_unscanned(project: &mut Project, step: &Step) {
    if step.packages {
        project.load_packages();
    }
    for path in &step.trash {
        project.feed_path(path);
    }
}

/// Reverts what an actor did.
pub fn revert_actor(project: &mut Project, name: &str, since: Option<&str>, mode: Mode) -> Performed {
    let (steps, unread) = match History::of(&project.home()).and_then(|history| history.all()) {
        Ok(found) => found,
        Err(unread) => return cannot_read(&unread).into(),
    };
    let performed = revert_steps_of(project, &steps, name, since, mode);
    let omissions: Vec<Text> = unread.iter().map(Unread::omission).collect();
    performed.with_warnings(&omissions)
}

fn revert_steps_of(project: &mut Project, steps: &[Step], name: &str, since: Option<&str>, mode: Mode) -> Performed {
    let since = match since.map(parse_since).transpose() {
        Ok(since) => since,
        Err(reply) => return reply.into(),
    };
    let performed = revert_since(project, steps, name, since.as_ref().map(|since| since.at), mode);
    let note = since.and_then(|since| since.note);
    note.iter().fold(performed, |performed, note| performed.with_note(note))
}

fn parse_since(text: &str) -> Result<EnteredTime, HandoffError> {
    let now = clock::now();
    time::parse_time(text, now, &clock::time_zone(now)).ok_or_else(|| {
        let text = format!("{text} is not a time. Give {}.", time::FORMS);
        HandoffError::Arguments(text.into())
    })
}

fn revert_since(project: &mut Project, steps: &[Step], name: &str, since: Option<i64>, mode: Mode) -> Performed {
    let chosen = match choose(steps, name, since) {
        Ok(chosen) => chosen,
        Err(reply) => return reply.into(),
    };
    for step in &chosen {
        feed_unscanned(project, step);
    }
    // Names who has changed a field since.
    if let Some(oldest) = chosen.iter().map(|step| step.at.as_str()).min() {
        project.load_log_since(oldest);
    }
    let sources: Vec<String> = chosen.iter().map(|step| step.source.clone()).collect();
    let preview = match preview(project, &sources) {
        Ok(preview) => preview,
        Err(reply) => return reply.into(),
    };
    if mode == Mode::DryRun {
        return describe(&preview);
    }
    if mode == Mode::Ask && !agree(revert::describe(&preview), chosen.len()) {
        return HandoffError::refused("Nothing was undone.").into();
    }
    let outcome = project.execute(&Command::Revert { steps: sources, tasks: None }, &mut Spinner::new());
    report(&outcome, &preview)
}

/// Returns what the revert of steps would change, or why it is refused.
fn preview(project: &mut Project, sources: &[String]) -> Result<RevertPreview, HandoffError> {
    let context = project.context();
    let query = Query::RevertPreview { steps: sources.to_vec(), tasks: None };
    let View::RevertPreview(preview) = project.engine().view(&query, &context) else {
        return Err(HandoffError::System("The changes could not be compared.".into()));
    };
    match &preview.refusal {
        Some(refusal) => Err(HandoffError::from(refusal)),
        None => Ok(preview),
    }
}

/// Returns the reply to a dry run.
fn describe(preview: &RevertPreview) -> Performed {
    Performed::dry_run_of(revert::describe(preview), revert::to_json(preview))
}

/// Returns the reply to a revert that was carried out.
fn report(outcome: &Outcome, preview: &RevertPreview) -> Performed {
    match outcome {
        Outcome::Done { summary, changed, .. } => {
            let done = if *changed { format!("{summary}.") } else { "Nothing was left to revert.".to_owned() };
            let text = Styled::from(format!("{done}\n")).then(revert::describe(preview));
            let mut value = revert::to_json(preview);
            if let Some(members) = value.as_object_mut() {
                members.insert("done".to_owned(), json!(summary.to_string()));
            }
            Performed::rendered(Rendered::Text(text), value)
        }
        other => outcome_to_reply(other).into(),
    }
}

/// Returns the steps of an actor, oldest first, or a reply that lists the known actors.
fn choose<'s>(steps: &'s [Step], name: &str, since: Option<i64>) -> Result<Vec<&'s Step>, HandoffError> {
    let of_actor: Vec<&Step> = steps.iter().filter(|step| is_named(&step.actor, name)).collect();
    let is_late = |step: &&&Step| {
        let at = DateTime::parse_from_rfc3339(&step.at).map(|at| at.timestamp_millis());
        since.is_none_or(|since| at.is_ok_and(|at| at >= since))
    };
    let chosen: Vec<&Step> = of_actor.iter().filter(is_late).copied().collect();
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
fn unknown_actor(steps: &[Step], name: &str) -> String {
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
pub fn can_ask() -> bool {
    std::io::stdin().is_terminal() && console::shows_progress()
}
