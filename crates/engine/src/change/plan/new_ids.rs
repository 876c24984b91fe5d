//! Ids for new tasks.
//!
//! Invariant: a new number is greater than all numbers with the same prefix in ids and folder names
//! of the whole tree, so that moving tasks never makes two ids equal.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::check_new_id;
use handoff_protocol::{Context, Layout, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::case_fold::fold_name;
use crate::ground::texts;
use crate::model::project::unread;

/// The start of the ids at the top, as `handoff-mcp` gives them. With a letter and a digit they are links in
/// terminals and commit messages, where a plain number can mean anything.
const TOP_PREFIX: &str = "t";

/// Allocates ids within one command.
#[derive(Default)]
pub(crate) struct IdAllocator {
    allocated: BTreeSet<String>,
    /// The greatest number by prefix.
    greatest: BTreeMap<String, u64>,
    /// Whether the project's tasks have numbers without a letter. Determined when it is needed.
    has_plain_numbers: Option<bool>,
    /// The ids of the project and the allocated ones by their folded form. Filled when it is needed.
    folded: Option<BTreeMap<String, String>>,
}

impl IdAllocator {
    /// Creates an allocator that treats these ids as allocated.
    pub(crate) fn beyond(ids: impl Iterator<Item = String>) -> IdAllocator {
        IdAllocator { allocated: ids.collect(), ..IdAllocator::default() }
    }

    /// Allocates an id for a task below a parent, or at the top without one.
    pub(crate) fn next(&mut self, project: &Project, layout: Layout, parent: Option<&str>) -> Result<String, Refusal> {
        unread::check_ids(project)?;
        let is_plain = parent.is_none()
            && layout == Layout::Toml
            && *self.has_plain_numbers.get_or_insert_with(|| has_plain_numbers(project));
        let prefix = match parent {
            Some(parent) => format!("{parent}."),
            None if is_plain => String::new(),
            None => TOP_PREFIX.to_owned(),
        };
        let greatest = self.greatest.entry(prefix.clone()).or_insert_with(|| {
            let tasks = &project.model.tasks;
            let in_ids = tasks.all().filter_map(|task| number_after(task.id(), &prefix));
            let in_names = tasks.folders().filter_map(|(_, node)| number_in_name(node.name(), &prefix));
            let in_unread_names = unread::names(project).filter_map(|name| number_in_name(name, &prefix));
            let in_allocated = self.allocated.iter().filter_map(|id| number_after(id, &prefix));
            in_ids.chain(in_names).chain(in_unread_names).chain(in_allocated).max().unwrap_or(0)
        });
        loop {
            *greatest = greatest.saturating_add(1);
            let id = if is_plain { format!("{greatest:02}") } else { format!("{prefix}{greatest}") };
            // An ID may have been reserved since the greatest number was determined.
            let is_like_another =
                self.folded.as_mut().is_some_and(|folded| folded.insert(fold_name(&id), id.clone()).is_some());
            if (self.allocated.insert(id.clone()) && !is_like_another) || *greatest == u64::MAX {
                return Ok(id);
            }
        }
    }

    /// Reserves an id that the caller chose.
    pub(crate) fn reserve(&mut self, project: &Project, id: &str) -> Result<String, Refusal> {
        unread::check_ids(project)?;
        check_new_id(id).map_err(|text| refuse(RefusalCode::BadId, text).about_field("id"))?;
        if self.allocated.contains(id) || project.model.tasks.with_id(id).next().is_some() {
            let text = Text::with(texts::ID_TAKEN, [("id", id.to_owned())]);
            return Err(refuse(RefusalCode::IdTaken, text).about_task(id).about_field("id"));
        }
        let (folded, key) = (self.folded(project), fold_name(id));
        if let Some(other) = folded.get(&key) {
            let text = Text::with(texts::ID_LIKE_ANOTHER, [("id", id.to_owned()), ("other", other.clone())]);
            return Err(refuse(RefusalCode::IdTaken, text).about_task(other).about_field("id"));
        }
        folded.insert(key, id.to_owned());
        self.allocated.insert(id.to_owned());
        Ok(id.to_owned())
    }

    /// Reserves a new id for a task, which may differ from its old one in case only.
    pub(crate) fn reserve_for(&mut self, project: &Project, old: &str, id: &str) -> Result<String, Refusal> {
        self.folded(project).remove(&fold_name(old));
        self.reserve(project, id)
    }

    fn folded(&mut self, project: &Project) -> &mut BTreeMap<String, String> {
        let allocated = &self.allocated;
        self.folded.get_or_insert_with(|| {
            let existing = project.model.tasks.all().map(|task| task.id().to_owned());
            existing.chain(allocated.iter().cloned()).map(|id| (fold_name(&id), id)).collect()
        })
    }
}

/// Returns whether most numbered tasks have ids such as `01`, as earlier releases gave them in the TOML layout.
/// Such a project keeps that form.
fn has_plain_numbers(project: &Project) -> bool {
    let count = |prefix| project.model.tasks.all().filter(|task| number_after(task.id(), prefix).is_some()).count();
    count("") > count(TOP_PREFIX)
}

/// Returns the rest of an id or a name after a prefix in any case.
fn after_prefix<'a>(id: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, rest) = id.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Returns the number of an id that consists of the prefix and a number.
fn number_after(id: &str, prefix: &str) -> Option<u64> {
    let number = after_prefix(id, prefix)?;
    let is_decimal = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal.then(|| number.parse().ok()).flatten()
}

/// Returns the number of the id at the start of a folder's name. Folders without a task count as
/// well.
fn number_in_name(name: &str, prefix: &str) -> Option<u64> {
    let number = after_prefix(name, prefix)?.split('-').next()?;
    number_after(number, "")
}

/// Formats a time as `YYYYMMDD-HHMMSS`, for ids and file names.
pub(in crate::change::plan) fn compact_time(now: i64) -> String {
    handoff_format::note_stamp(now).replace(['-', ':'], "").replace('T', "-")
}

/// Returns the time for an id: `YYYYMMDD-HHMMSS`, and a nine-digit number of the milliseconds and
/// the random seed.
pub(in crate::change::plan) fn id_stamp(context: &Context) -> (String, u32) {
    let second = compact_time(context.now);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 999")]
    let millisecond = context.now.rem_euclid(1000) as u32;
    (second, millisecond * 1_000_000 + context.seed % 1_000_000)
}
