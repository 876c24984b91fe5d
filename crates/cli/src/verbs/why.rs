//! Why a file, or a line of it, is as it is: its commits with their sessions, tasks and decisions, and what
//! is known about the file.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use anstyle::Style;
use chrono::{DateTime, SecondsFormat};
use clap::Args;
use handoff_agent::HandoffError;
use handoff_engine::register::RegisterEntry;
use handoff_engine::{Origin, ProjectReader};
use handoff_protocol::{CommitFacts, Text};
use schemars::JsonSchema;
use serde::Serialize;

use crate::ground::git::Commit;
use crate::ground::styled::Styled;
use crate::ground::{git, paths};
use crate::project::Project;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Page, local_time, status_style};

/// The number of commits of a file.
const MAX_COMMITS: usize = 5;
/// The number of decisions of a commit.
const MAX_DECISIONS: usize = 5;

/// Arguments of `handoff why`.
#[derive(Debug, Args)]
pub struct Why {
    /// A file of the project, and a line of it: src/feed.rs:42.
    #[arg(value_name = "FILE[:LINE]")]
    place: String,
}

/// What is known about a file or line.
#[derive(Debug, Serialize, JsonSchema)]
struct Answer {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// The commit of the line, or the last commits of the file.
    commits: Vec<CommitRow>,
    /// The standing entries of all sessions about the file.
    known: Vec<EntryRow>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CommitRow {
    commit: String,
    at: String,
    author: String,
    subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<SessionRow>,
    tasks: Vec<TaskRow>,
    decisions: Vec<EntryRow>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SessionRow {
    id: String,
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    /// Whether the commit was made in the session, and not after it.
    during: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TaskRow {
    id: String,
    title: String,
    status: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct EntryRow {
    kind: String,
    id: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// False for a decision that was superseded or withdrawn.
    stands: bool,
}

impl Why {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        Invocation::view(move |project| answer(project, &self.place), render)
    }
}

/// Splits a place into a file and a line.
fn split(place: &str) -> (&str, Option<u32>) {
    let split = place.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?)));
    split.filter(|(file, line)| !file.is_empty() && *line > 0).map_or((place, None), |(file, line)| (file, Some(line)))
}

fn answer(project: &mut Project, place: &str) -> Result<(Answer, Vec<Text>), HandoffError> {
    let (given, line) = split(place);
    let file = paths::relative_path(project.folder(), &project.start().join(given));
    let file = file.ok_or_else(|| {
        HandoffError::Arguments(
            format!("{given} is not in the folder of the project, {}.", project.folder().display()).into(),
        )
    })?;
    let commits = match line {
        Some(line) => git::commit_of_line(project.folder(), &file, line).map(|commit| commit.into_iter().collect()),
        None => git::commits_of_file(project.folder(), &file, MAX_COMMITS),
    };
    let (commits, warnings) = match commits {
        Ok(commits) => (commits, Vec::new()),
        Err(error) => (Vec::new(), vec![Text::plain(&format!("Git says nothing about {place}: {error}"))]),
    };
    let reader = project.engine().reader();
    let known = reader.register().about_file(&file).into_iter().map(EntryRow::from).collect();
    let commits = commits.into_iter().map(|commit| CommitRow::new(reader, commit)).collect();
    Ok((Answer { file, line, commits, known }, warnings))
}

impl CommitRow {
    fn new(reader: ProjectReader<'_>, commit: Commit) -> CommitRow {
        let Commit { id, at, author, message } = commit;
        let facts = CommitFacts { id, at, message };
        let Origin { session, tasks, decisions } = reader.origin(&facts);
        let time = DateTime::from_timestamp_millis(at).map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true));
        CommitRow {
            at: time.unwrap_or_default(),
            author,
            subject: facts.message.lines().next().unwrap_or_default().to_owned(),
            commit: facts.id,
            session: session.map(|session| SessionRow {
                id: session.id,
                summary: session.summary,
                author: session.author,
                during: session.is_during,
            }),
            tasks: tasks
                .into_iter()
                .map(|task| TaskRow { id: task.id, title: task.title, status: task.status.name().to_owned() })
                .collect(),
            decisions: decisions.iter().map(EntryRow::from).collect(),
        }
    }
}

impl From<&RegisterEntry> for EntryRow {
    fn from(entry: &RegisterEntry) -> EntryRow {
        EntryRow {
            kind: entry.kind.nouns().0.to_owned(),
            id: entry.id.clone(),
            text: entry.name.clone(),
            reason: entry.text("reason").map(str::to_owned),
            stands: entry.is_standing(),
        }
    }
}

fn render(answer: &Answer, _: Page<'_>) -> Styled {
    let mut styled = Styled::default();
    for commit in &answer.commits {
        push_commit(&mut styled, commit);
    }
    if answer.commits.is_empty() {
        let what = if answer.line.is_some() { "The line" } else { "The file" };
        styled.push(&format!("{what} is in no commit.\n"));
    }
    if !answer.known.is_empty() {
        styled.push(&format!("\nKnown about {}:\n", answer.file));
        answer.known.iter().for_each(|entry| push_entry(&mut styled, entry));
    }
    styled
}

fn push_commit(styled: &mut Styled, commit: &CommitRow) {
    let CommitRow { commit: id, at, author, subject, session, tasks, decisions } = commit;
    let short: String = id.chars().take(10).collect();
    styled.push_styled(Style::new().dimmed(), &format!("{short} {} {author}", local_time(at)));
    styled.push(&format!("  {subject}\n"));
    if let Some(SessionRow { id, summary, author, during }) = session {
        let author = author.as_ref().map(|author| format!(" ({author})")).unwrap_or_default();
        let before = if *during { "" } else { ", saved before the commit" };
        styled.push(&format!("  session {id}: {summary}{author}{before}\n"));
    }
    for TaskRow { id, title, status } in tasks {
        styled.push(&format!("  task {id} "));
        styled.push_styled(status_style(status), &format!("[{status}]"));
        styled.push(&format!(" {title}\n"));
    }
    decisions.iter().take(MAX_DECISIONS).for_each(|entry| push_entry(styled, entry));
    if decisions.len() > MAX_DECISIONS {
        styled.push(&format!("  and {} more decisions of the session\n", decisions.len() - MAX_DECISIONS));
    }
}

fn push_entry(styled: &mut Styled, EntryRow { kind, id, text, reason, stands }: &EntryRow) {
    let state = if *stands { "" } else { " [no longer]" };
    let reason = reason.as_ref().map(|reason| format!(" — {reason}")).unwrap_or_default();
    styled.push(&format!("  {kind} {id}{state}: {text}{reason}\n"));
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn place_is_split_at_the_line() {
        for (place, expected) in [
            ("src/feed.rs:42", ("src/feed.rs", Some(42))),
            ("src/feed.rs", ("src/feed.rs", None)),
            ("a:b.rs", ("a:b.rs", None)),
            ("a.rs:0", ("a.rs:0", None)),
            (":7", (":7", None)),
        ] {
            assert_eq!(split(place), expected, "{place}");
        }
    }
}
