//! The stores of packages: those of the project and of the user.

use std::fmt;

use handoff_engine::Engine;
use handoff_engine::packages::MIN_PREFIX;
use handoff_protocol::{Command, PackageChange, PackageRow, PackageState, PackageView};
use serde::Serialize;

use crate::Done;
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::UserPackages;

/// A store of packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Store {
    /// `.handoff/packages/` of the project.
    Project,
    /// `~/.handoff/packages/`.
    User,
}

impl fmt::Display for Store {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Store::Project => "project",
            Store::User => "user",
        })
    }
}

impl Store {
    /// Commits a change in this store.
    pub(super) async fn commit(self, shell: &Shell, change: PackageChange) -> Result<Done, HandoffError> {
        let command = Command::ChangePackages { change };
        match self {
            Store::Project => shell.commit(command).await,
            Store::User => shell.commit_for_user(command).await,
        }
    }
}

/// The stores that a call reads, in the order in which they are searched.
pub(super) struct Stores<'a> {
    engines: Vec<(Store, &'a Engine)>,
    /// Why the project could not be read.
    warning: Option<&'a str>,
    now: i64,
}

impl<'a> Stores<'a> {
    pub(super) fn of(ctx: ToolContext<'a>, user: Option<&'a UserPackages>) -> Stores<'a> {
        let project = ctx.engine.reader().is_initialized().then_some((Store::Project, ctx.engine));
        let engines = project.into_iter().chain(user.map(|user| (Store::User, &user.engine)));
        let warning = user.and_then(|user| user.warning.as_deref());
        Stores { engines: engines.collect(), warning, now: ctx.context.now }
    }

    /// Returns the packages of all stores, newest first, or those that match a text, best match first.
    /// The second list has the files outside of the project that cannot be read.
    pub(super) fn rows(&self, text: &str, with_expired: bool) -> (Vec<(Store, PackageRow)>, Vec<String>) {
        let (mut rows, mut unreadable): (Vec<(Store, PackageRow)>, Vec<String>) = (Vec::new(), Vec::new());
        for (store, engine) in &self.engines {
            let view = engine.packages(text, with_expired, self.now);
            // The note of the answer names those of the project.
            if *store != Store::Project {
                unreadable.extend(view.unreadable);
            }
            rows.extend(view.packages.into_iter().map(|row| (*store, row)));
        }
        if text.is_empty() && self.engines.len() > 1 {
            rows.sort_by(|(_, a), (_, b)| b.created_at.cmp(&a.created_at));
        }
        (rows, unreadable)
    }

    /// Returns a package with its content.
    pub(super) fn read(&self, store: Store, id: &str) -> Option<PackageView> {
        let (_, engine) = self.engines.iter().find(|(other, _)| *other == store)?;
        engine.package(id, self.now)
    }

    /// Finds a package by its ID or the start of it.
    pub(super) fn find(&self, id: &str, with_expired: bool) -> Result<(Store, PackageRow), HandoffError> {
        let is_delivered = |row: &PackageRow| with_expired || row.state != PackageState::Expired;
        let (mut rows, _) = self.rows("", true);
        rows.sort_by_key(|(store, _)| *store);
        if let Some(index) = rows.iter().position(|(_, row)| row.id == id) {
            let (store, row) = rows.swap_remove(index);
            return if is_delivered(&row) { Ok((store, row)) } else { Err(not_found(Some(&row))) };
        }
        if id.chars().count() < MIN_PREFIX {
            return Err(not_found(None));
        }
        rows.retain(|(_, row)| is_delivered(row) && row.id.starts_with(id));
        match rows.len() {
            0 | 1 => rows.pop().ok_or_else(|| not_found(None)),
            _ => {
                let lines: Vec<String> = rows.iter().map(|(_, row)| format!("  {}  {}", row.id, row.name)).collect();
                let lines = lines.join("\n");
                Err(HandoffError::refused(format!("several packages have an ID that starts with {id}:\n{lines}")))
            }
        }
    }

    /// Returns the note about what could not be read, beside the note of the project's own files.
    pub(super) fn unreadable_note(&self, files: Vec<String>) -> Option<String> {
        let warnings: Vec<String> = self.warning.map(str::to_owned).into_iter().chain(files).collect();
        (!warnings.is_empty()).then(|| warnings.join("\n"))
    }
}

/// Returns the refusal for a package that is not delivered, with how to get back the one that expired.
pub(super) fn not_found(expired: Option<&PackageRow>) -> HandoffError {
    HandoffError::refused(match expired {
        None => "package not found".to_owned(),
        Some(row) => format!(
            "package not found\nPackage {} ({}) expired at {}. Bring it back with: handoff package extend {} --ttl 7d",
            row.id, row.name, row.expires_at, row.id
        ),
    })
}
