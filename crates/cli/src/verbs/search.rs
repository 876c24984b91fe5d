//! The search over everything that a project has.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use anstyle::Style;
use clap::Args;
use handoff_agent::RequiredText;
use handoff_agent::operations::search::{Answer, Params, SearchAll};
use handoff_agent::operations::sessions::load::Format;
use handoff_engine::ProjectPart;
use handoff_protocol::view::SearchHit;

use crate::ground::styled::Styled;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Page, empty_list, local_time, status_style};

/// The number of results, unless the person says otherwise.
const DEFAULT_LIMIT: u32 = 20;

/// Arguments of `handoff search`.
#[derive(Debug, Args)]
pub struct Search {
    /// The words, or an ID.
    #[arg(required = true, value_parser = clap::builder::NonEmptyStringValueParser::new())]
    words: Vec<String>,
    /// Maximum number of results, up to 100; default: 20.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=100))]
    limit: Option<u32>,
}

impl Search {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        let query = self.words.join(" ");
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        Invocation::prepare_operation::<SearchAll, _>(
            move |_, _| {
                let query = RequiredText::try_from(query).map_err(|_| {
                    handoff_agent::HandoffError::Arguments("Give at least one word to search for.".into())
                })?;
                Ok(Params { query, limit: Some(limit), format: Some(Format::Json) })
            },
            render,
        )
    }
}

/// Renders the hits, the best first.
fn render(answer: &Answer, page: Page<'_>) -> Styled {
    let Answer::Json(results) = answer else { return Styled::default() };
    if results.hits.is_empty() {
        return empty_list(page, ProjectPart::Sessions, "Nothing matches.").into();
    }
    let mut styled = Styled::default();
    for hit in &results.hits {
        push_hit(&mut styled, hit);
    }
    let shown = u32::try_from(results.hits.len()).unwrap_or(u32::MAX);
    if results.total > shown {
        styled.push(&format!("{} more match less well. --limit shows more.\n", results.total - shown));
    }
    styled
}

/// Adds a hit: what it is and where it stands, its text, and the text around the match.
fn push_hit(styled: &mut Styled, hit: &SearchHit) {
    let dimmed = Style::new().dimmed();
    styled.push_styled(dimmed, &format!("{} {}", hit.kind.name(), hit.id));
    if let Some(state) = &hit.state {
        styled.push_styled(status_style(state), &format!(" [{state}]"));
    }
    let file = hit.line.map(|line| format!(".handoff/{}:{line}", hit.path));
    let time = hit.at.as_deref().map(local_time);
    let about: Vec<String> = hit.session.clone().or(file).into_iter().chain(time).chain(hit.author.clone()).collect();
    if !about.is_empty() {
        styled.push_styled(dimmed, &format!("  {}", about.join(", ")));
    }
    styled.push(&format!("\n  {}\n", hit.title));
    if let Some(successor) = &hit.successor {
        styled.push(&format!("  Superseded by {successor}\n"));
    }
    if let Some(excerpt) = &hit.excerpt {
        styled.push_styled(dimmed, &format!("  {excerpt}\n"));
    }
}
