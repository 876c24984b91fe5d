//! What happened since a time: by task and by actor, with decisions.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_agent::digest::{ActorDigest, DecisionDigest, Digest, TaskDigest, digest};
use handoff_format::{format_date, timestamp};
use handoff_protocol::Text;

use crate::ground::clock;
use crate::ground::styled::Styled;
use crate::project::Project;
use crate::verbs::arguments::times::{EnteredTime, parse_since};
use crate::verbs::cost::push_parts;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Page, status_style};

/// Arguments of `handoff digest`.
#[derive(Debug, Args)]
pub struct DigestCommand {
    /// From when on: yesterday, today, a span such as 8h or 3d, a time of today such as 10:00, a day such as
    /// 2026-12-01, or an RFC 3339 time.
    #[arg(long, value_name = "TIME", default_value = "yesterday", value_parser = parse_since)]
    since: EnteredTime,
}

impl DigestCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        Invocation::view(move |project| Ok(answer(project, &self.since)), render)
    }
}

fn answer(project: &mut Project, since: &EnteredTime) -> (Digest, Vec<Text>) {
    let time = timestamp(since.at);
    let day = format_date(clock::time_zone(since.at).day_of(since.at));
    project.load_log_since(&time);
    (digest(project.engine().reader(), &time, &day), since.note.iter().map(|note| Text::plain(note)).collect())
}

fn render(Digest { tasks, decisions, actors, tokens }: &Digest, _: Page<'_>) -> Styled {
    let mut styled = Styled::default();
    if tasks.is_empty() && decisions.is_empty() {
        styled.push("Nothing was changed.\n");
    }
    for task in tasks {
        push_task(&mut styled, task);
    }
    if !decisions.is_empty() {
        styled.push("\nDecisions:\n");
    }
    for DecisionDigest { text, by, stands } in decisions {
        let by = by.as_ref().map(|by| format!(" ({by})")).unwrap_or_default();
        let state = if *stands { "" } else { " [no longer]" };
        styled.push(&format!("  {text}{by}{state}\n"));
    }
    if !actors.is_empty() {
        styled.push("\nWho:\n");
    }
    for ActorDigest { name, is_agent, tasks, hours } in actors {
        let kind = if *is_agent { "agent " } else { "" };
        let hours = if *hours == 0.0 { String::new() } else { format!(", {hours} h") };
        let noun = if *tasks == 1 { "task" } else { "tasks" };
        styled.push(&format!("  {kind}{name}: {tasks} {noun}{hours}\n"));
    }
    if !tokens.parts.is_empty() {
        styled.push("\nTokens:\n");
        push_parts(&mut styled, "  ", tokens);
    }
    styled
}

fn push_task(styled: &mut Styled, task: &TaskDigest) {
    let TaskDigest { id, title, status, before, is_new, by, hours, criteria_met, proofs, sent_back, is_reverted } =
        task;
    styled.push_styled(status_style(status), &format!("[{status}]"));
    styled.push(&format!(" {id} {}: {}", title, by.join(", ")));
    let facts = [
        is_new.then(|| "new".to_owned()),
        before.as_ref().map(|before| format!("was {before}")),
        is_reverted.then(|| "changed and changed back".to_owned()),
        match sent_back {
            0 => None,
            1 => Some("sent back once".to_owned()),
            _ => Some(format!("sent back {sent_back} times")),
        },
        (*criteria_met > 0).then(|| format!("{criteria_met} criteria met")),
        (!proofs.is_empty()).then(|| format!("proofs: {}", proofs.join(", "))),
        (*hours != 0.0).then(|| format!("{hours} h")),
    ];
    for fact in facts.into_iter().flatten() {
        styled.push(&format!("; {fact}"));
    }
    styled.push("\n");
}
