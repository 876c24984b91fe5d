//! Retrieves packages: one by its ID or name, or as many whole ones as a budget allows.

use handoff_protocol::{ActorKind, PackageRow, PackageState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PackageAnswer;
use super::stores::{Store, Stores, not_found};
use crate::HandoffError;
use crate::Shell;
use crate::estimate_tokens;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::tool::ToolSet;

/// The maximum number of tokens of one package that a call delivers if it does not give another.
const DEFAULT_MAX_TOKENS: u32 = 10_000;
/// The minimum number of equal signs in front of a package.
const FENCE_SIGNS: usize = 3;

/// Retrieves packages with their content.
pub struct RetrievePackages;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// or the first 4 characters of it
    pub id: Option<String>,
    /// newest package of this name
    pub name: Option<String>,
    pub project: Option<String>,
    pub tag: Option<String>,
    /// tokens: as many whole packages as fit, newest first
    pub budget: Option<u32>,
    /// of one package; 0: any number
    pub max_tokens: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub packages: Vec<PackageAnswer>,
    /// Of several packages, each after a line with its ID and name.
    pub content: String,
    /// Packages beyond the budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Operation for RetrievePackages {
    const DEFINITION: Definition = Definition {
        name: "handoff_retrieve_package",
        title: "Retrieve a package",
        description: "The content of a package, by ID or name.",
        set: ToolSet::Packages,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let user = shell.load_packages().await;
        let read = shell.read(move |ctx| {
            let stores = Stores::of(ctx, user.as_ref());
            let answer = retrieve(&stores, &params);
            let unreadable = if params.id.is_none() { stores.rows("", true).1 } else { Vec::new() };
            (answer, stores.unreadable_note(unreadable))
        });
        let (answer, note) = read.await;
        if let Some(note) = note {
            shell.note(note);
        }
        answer
    }
}

fn retrieve(stores: &Stores<'_>, params: &Params) -> Result<Answered<Answer>, HandoffError> {
    let packages = chosen(stores, params)?;
    match params.budget {
        Some(budget) => within_budget(stores, packages, budget),
        None => one(stores, packages, params.max_tokens.unwrap_or(DEFAULT_MAX_TOKENS)),
    }
}

type Chosen = Vec<(Store, PackageRow)>;

/// Returns the packages that the arguments select, the one to deliver first.
fn chosen(stores: &Stores<'_>, params: &Params) -> Result<Chosen, HandoffError> {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (id, name) = (given(&params.id), given(&params.name));
    if let Some(id) = &id {
        match stores.find(id, false) {
            Ok(found) => return Ok(vec![found]),
            Err(failure) if name.is_none() => return Err(failure),
            Err(_) => {}
        }
    }
    let (project, tag) = (given(&params.project), given(&params.tag));
    if name.is_none() && project.is_none() && tag.is_none() && params.budget.is_none() {
        return Err(HandoffError::refused("provide a package ID as argument or use --name"));
    }
    let (mut rows, _) = stores.rows("", true);
    rows.retain(|(_, row)| {
        name.as_ref().is_none_or(|name| row.name == *name)
            && project.as_ref().is_none_or(|project| row.project == *project)
            && tag.as_ref().is_none_or(|tag| row.tags.contains(tag))
    });
    let first_of = |state: PackageState| rows.iter().find(|(_, row)| row.state == state).map(|(_, row)| row.clone());
    let expired = rows.iter().find(|(_, row)| row.state == PackageState::Expired && row.superseded_by.is_none());
    let failure = match (expired, first_of(PackageState::Superseded)) {
        (Some((_, row)), _) => not_found(Some(row)),
        (None, Some(row)) => HandoffError::refused(format!(
            "package not found\nThe newest package of this name was removed. An older one: handoff retrieve {}",
            row.id
        )),
        (None, None) => not_found(None),
    };
    let mut current: Chosen = rows.into_iter().filter(|(_, row)| row.state == PackageState::Current).collect();
    if params.budget.is_none() {
        // The project comes before the user's store.
        current.sort_by_key(|(store, _)| *store);
    }
    if current.is_empty() { Err(failure) } else { Ok(current) }
}

/// Delivers the first package.
fn one(stores: &Stores<'_>, packages: Chosen, max_tokens: u32) -> Result<Answered<Answer>, HandoffError> {
    let (store, row) = packages.into_iter().next().ok_or_else(|| not_found(None))?;
    if max_tokens > 0 && row.tokens > max_tokens {
        return Err(HandoffError::refused(format!(
            "Package {} has about {} tokens. Give max_tokens {} or more to read it.",
            row.id, row.tokens, row.tokens
        )));
    }
    let view = stores.read(store, &row.id).ok_or_else(|| not_found(None))?;
    let notes = notes(&row, view.is_intact);
    let answer = Answer {
        packages: vec![PackageAnswer::new(store, row)],
        content: view.content,
        omitted: None,
        notes: notes.clone(),
    };
    let text =
        if notes.is_empty() { answer.content.clone() } else { format!("{}\n{}", answer.content, notes.join("\n")) };
    Ok(Answered::with_text(answer, text))
}

/// Delivers as many whole packages as fit a number of tokens. A line of equal signs begins each of them,
/// of more signs than a content has before the word package, so that no content can pose as another
/// package.
fn within_budget(stores: &Stores<'_>, packages: Chosen, budget: u32) -> Result<Answered<Answer>, HandoffError> {
    let budget = usize::try_from(budget).unwrap_or(usize::MAX);
    let mut contents = Vec::new();
    for (store, row) in packages {
        let view = stores.read(store, &row.id).ok_or_else(|| not_found(None))?;
        contents.push((store, row, view));
    }
    let longest = contents.iter().map(|(_, _, view)| longest_frame(&view.content)).max().unwrap_or_default();
    let fence = "=".repeat(FENCE_SIGNS.max(longest + 1));
    let (mut content, mut used, mut omitted) = (String::new(), 0_usize, 0_usize);
    let mut answer = Answer { packages: Vec::new(), content: String::new(), omitted: None, notes: Vec::new() };
    if longest >= FENCE_SIGNS {
        answer.notes.push(format!(
            "Each package begins at a line with {} equal signs. Lines with fewer are part of a content.",
            fence.len()
        ));
    }
    for (store, row, view) in contents {
        let break_before = if content.is_empty() || content.ends_with('\n') { "" } else { "\n" };
        let part = format!("{break_before}{fence} package {} {} {fence}\n{}", row.id, row.name, view.content);
        let tokens = estimate_tokens(&part);
        if used.saturating_add(tokens) > budget {
            omitted += 1;
            continue;
        }
        used += tokens;
        content.push_str(&part);
        answer.notes.extend(notes(&row, view.is_intact));
        answer.packages.push(PackageAnswer::new(store, row));
    }
    if answer.packages.is_empty() {
        return Err(HandoffError::refused(format!("No package fits {budget} tokens; {omitted} are larger.")));
    }
    answer.omitted = Some(omitted).filter(|omitted| *omitted > 0);
    // The notes come first: after the contents, one of them could pose as a note.
    let text = answer.notes.iter().map(String::as_str).chain([content.as_str()]).collect::<Vec<_>>().join("\n");
    answer.content = content;
    Ok(Answered::with_text(answer, text))
}

/// Returns the length of the longest run of equal signs in front of the word package.
fn longest_frame(content: &str) -> usize {
    let content = content.to_lowercase();
    let signs = |before: &str| {
        let before = before.trim_end();
        before.len() - before.trim_end_matches('=').len()
    };
    let before = content.match_indices("package").filter_map(|(at, _)| content.get(..at));
    before.map(signs).max().unwrap_or_default()
}

/// Returns what the reader of a package should know.
fn notes(row: &PackageRow, is_intact: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(newer) = &row.superseded_by {
        notes.push(format!("Package {} is superseded by {newer}.", row.id));
    }
    if let Some(at) = &row.accepted_at {
        let name = row.accepted_by.as_ref().map(|actor| match (actor.name.as_str(), actor.kind) {
            ("", ActorKind::Human) => "a person",
            ("", ActorKind::Agent) => "an agent",
            (name, _) => name,
        });
        notes.push(format!("Package {} was accepted by {} at {at}.", row.id, name.unwrap_or("somebody")));
    }
    if !is_intact {
        notes.push(format!("The content of package {} was changed after it was stored: its hash differs.", row.id));
    }
    notes
}
