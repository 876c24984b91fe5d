//! The stores of packages: those of the project and of the user.

use handoff_engine::Engine;
use handoff_engine::packages::MIN_PREFIX;
use handoff_protocol::{PackageRow, PackageView};

use crate::Reply;
use crate::ToolContext;

/// The packages of the user, beside those of the project.
pub struct UserPackages {
    /// The engine of the user's store, with its packages loaded.
    pub engine: Engine,
    /// Why the project beside it could not be read.
    pub warning: Option<String>,
}

/// A store of packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Store {
    /// `.handoff/packages/` of the project.
    Project,
    /// `~/.handoff/packages/`.
    User,
}

impl Store {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Store::Project => "project",
            Store::User => "user",
        }
    }
}

/// The stores that a call reads, in the order in which they are searched.
pub(super) struct Stores<'a> {
    stores: Vec<(Store, &'a Engine)>,
    now: i64,
}

impl<'a> Stores<'a> {
    pub(super) fn of(ctx: ToolContext<'a>, user: Option<&'a UserPackages>) -> Stores<'a> {
        let project = ctx.engine.reader().is_initialized().then_some((Store::Project, ctx.engine));
        let stores = project.into_iter().chain(user.map(|user| (Store::User, &user.engine)));
        Stores { stores: stores.collect(), now: ctx.context.now }
    }

    /// Returns the packages of all stores, newest first, or those that match a text, best match first.
    /// The second list has the files outside of the project that cannot be read.
    pub(super) fn rows(&self, text: &str, with_expired: bool) -> (Vec<(Store, PackageRow)>, Vec<String>) {
        let (mut rows, mut unreadable): (Vec<(Store, PackageRow)>, Vec<String>) = (Vec::new(), Vec::new());
        for (store, engine) in &self.stores {
            let view = engine.packages(text, with_expired, self.now);
            // The note of the answer names those of the project.
            if *store != Store::Project {
                unreadable.extend(view.unreadable);
            }
            rows.extend(view.packages.into_iter().map(|row| (*store, row)));
        }
        if text.is_empty() && self.stores.len() > 1 {
            rows.sort_by(|(_, a), (_, b)| b.created_at.cmp(&a.created_at));
        }
        (rows, unreadable)
    }

    /// Returns a package with its content.
    pub(super) fn read(&self, store: Store, id: &str) -> Option<PackageView> {
        let (_, engine) = self.stores.iter().find(|(other, _)| *other == store)?;
        engine.package(id, self.now)
    }

    /// Finds a package by its ID or the start of it.
    pub(super) fn find(&self, id: &str, with_expired: bool) -> Result<(Store, PackageRow), Reply> {
        let (mut rows, _) = self.rows("", true);
        rows.sort_by_key(|(store, _)| *store);
        if let Some(index) = rows.iter().position(|(_, row)| row.id == id) {
            let (store, row) = rows.swap_remove(index);
            return if with_expired || row.state != handoff_protocol::PackageState::Expired {
                Ok((store, row))
            } else {
                Err(not_found(Some(&row)))
            };
        }
        let is_match = |row: &PackageRow| {
            (with_expired || row.state != handoff_protocol::PackageState::Expired) && row.id.starts_with(id)
        };
        if id.chars().count() < MIN_PREFIX {
            return Err(not_found(None));
        }
        let mut matches: Vec<(Store, PackageRow)> = rows.into_iter().filter(|(_, row)| is_match(row)).collect();
        match matches.len() {
            0 => Err(not_found(None)),
            1 => matches.pop().ok_or_else(|| not_found(None)),
            _ => {
                let lines: Vec<String> = matches.iter().map(|(_, row)| format!("  {}  {}", row.id, row.name)).collect();
                let lines = lines.join("\n");
                Err(Reply::failure(format!("several packages have an ID that starts with {id}:\n{lines}")))
            }
        }
    }
}

/// Returns the failure for a package that is not delivered, with how to get back the one that expired.
pub(super) fn not_found(expired: Option<&PackageRow>) -> Reply {
    Reply::failure(match expired {
        None => "package not found".to_owned(),
        Some(row) => format!(
            "package not found\nPackage {} ({}) expired at {}. Bring it back with: handoff extend {} --ttl 7d",
            row.id, row.name, row.expires_at, row.id
        ),
    })
}
