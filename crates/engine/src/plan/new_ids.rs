//! Ids for tasks that do not exist yet.
//!
//! Invariant: an allocated number is greater than every number of its kind in ids and folder names of the whole tree, so
//! that moving tasks about never makes two ids equal.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::check_id;
use handoff_protocol::{Context, Layout, Refusal, RefusalCode, Text};

use crate::Project;
use crate::plan::refusal::{About, refuse};
use crate::project::unread;
use crate::texts;

/// Ids given out within one command.
#[derive(Default)]
pub(crate) struct Allocator {
    given: BTreeSet<String>,
    greatest: BTreeMap<String, u64>,
}

impl Allocator {
    /// An allocator that gives out none of these ids, nor smaller numbers of their kind.
    pub(crate) fn beyond(ids: impl Iterator<Item = String>) -> Allocator {
        Allocator { given: ids.collect(), ..Allocator::default() }
    }

    /// A new id for a task of that layout under a parent (none: at the top).
    pub(crate) fn next(&mut self, project: &Project, layout: Layout, parent: Option<&str>) -> Result<String, Refusal> {
        unread::check_ids(project)?;
        let prefix = match (parent, layout) {
            (Some(parent), _) => format!("{parent}."),
            (None, Layout::Json) => "t".to_owned(),
            (None, Layout::Toml) => String::new(),
        };
        let greatest = self.greatest.entry(prefix.clone()).or_insert_with(|| {
            let tasks = &project.model.tasks;
            let of_ids = tasks.all().filter_map(|task| number_behind(task.id(), &prefix));
            let of_names = tasks.folders().filter_map(|(_, node)| number_before_dash(node.name(), &prefix));
            let of_unread = unread::names(project).filter_map(|name| number_before_dash(name, &prefix));
            let of_given = self.given.iter().filter_map(|id| number_behind(id, &prefix));
            of_ids.chain(of_names).chain(of_unread).chain(of_given).max().unwrap_or(0)
        });
        *greatest = greatest.saturating_add(1);
        let id = match (parent, layout) {
            (None, Layout::Toml) => format!("{greatest:02}"),
            _ => format!("{prefix}{greatest}"),
        };
        self.given.insert(id.clone());
        Ok(id)
    }

    /// Takes an id of the person's choice.
    pub(crate) fn take(&mut self, project: &Project, id: &str) -> Result<String, Refusal> {
        unread::check_ids(project)?;
        check_id(id).map_err(|text| refuse(RefusalCode::BadId, text).about_field("id"))?;
        if !self.given.insert(id.to_owned()) || project.model.tasks.with_id(id).next().is_some() {
            let text = Text::with(texts::ID_TAKEN, [("id", id.to_owned())]);
            return Err(refuse(RefusalCode::IdTaken, text).about_task(id).about_field("id"));
        }
        Ok(id.to_owned())
    }
}

/// The number of an id that is the prefix and a number.
fn number_behind(id: &str, prefix: &str) -> Option<u64> {
    let number = id.strip_prefix(prefix)?;
    let decimal = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    decimal.then(|| number.parse().ok()).flatten()
}

/// The same of the id with which a folder's name begins; a folder without a task keeps its number, too.
fn number_before_dash(name: &str, prefix: &str) -> Option<u64> {
    let number = name.strip_prefix(prefix)?.split('-').next()?;
    number_behind(number, "")
}

/// The part of an id that says when it was given: to the second, and a number that tells it from others of that
/// second: the clock's milliseconds, then the random seed.
pub(in crate::plan) fn id_stamp(context: &Context) -> (String, u32) {
    let second: String = handoff_format::note_stamp(context.now)
        .chars()
        .filter(|character| *character != '-' && *character != ':')
        .map(|character| if character == 'T' { '-' } else { character })
        .collect();
    let millisecond = u32::try_from(context.now.rem_euclid(1000)).unwrap_or_default();
    (second, millisecond * 1_000_000 + context.seed % 1_000_000)
}
