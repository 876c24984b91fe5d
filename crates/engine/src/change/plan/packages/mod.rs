//! Packages: stored, extended, pinned, accepted, deleted and collected.
//!
//! Invariant: a change set that removes the newest package of a name records that the older ones are
//! superseded, so that none of them is delivered as the newest.

mod store;

use handoff_format::{Package, timestamp, write_package};
use handoff_protocol::{Change, ChangeSet, Context, PackageChange, Refusal, RefusalCode, Text, TextArg};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::knowledge::packages::{self, PackageEntry, parse_ttl};

/// Plans a change to the packages.
pub(in crate::change::plan) fn change(
    project: &Project,
    context: &Context,
    change: &PackageChange,
) -> Result<ChangeSet, Refusal> {
    match change {
        PackageChange::Store { package } => store::store(project, context, package),
        PackageChange::Extend { id, ttl } => extend(project, context, id, ttl),
        PackageChange::Pin { id, pinned } => pin(project, context, id, *pinned),
        PackageChange::Accept { id } => accept(project, context, id),
        PackageChange::Delete { id } => delete_package(project, context, id),
        PackageChange::Collect { grace_hours } => collect(project, context, *grace_hours),
    }
}

/// Returns the milliseconds of a time to live.
fn ttl_ms(ttl: &str) -> Result<i64, Refusal> {
    parse_ttl(ttl).map_err(|error| {
        let text = Text::plain(texts::PACKAGE_TTL).with_arg("reason", TextArg::Text(error.text()));
        refuse(RefusalCode::BadValue, text).about_field("ttl")
    })
}

/// Returns the package with an ID.
fn existing<'a>(entries: &[PackageEntry<'a>], id: &str) -> Result<PackageEntry<'a>, Refusal> {
    let unknown = || refuse(RefusalCode::BadCommand, Text::with(texts::PACKAGE_UNKNOWN, [("id", id.to_owned())]));
    entries.iter().find(|entry| entry.package().id == id).copied().ok_or_else(unknown)
}

/// Writes the changed keys of a package.
fn write(
    project: &Project,
    builder: &mut ChangeSetBuilder<'_>,
    entry: &PackageEntry<'_>,
    new: &Package,
) -> Result<(), Refusal> {
    let broken = |why: String| {
        let args = [("path", entry.path.to_owned()), ("why", why)];
        refuse(RefusalCode::BrokenFile, Text::with(texts::PACKAGE_BROKEN, args))
    };
    let missing = || refuse(RefusalCode::Stale, Text::with(texts::NOTHING_THERE, [("path", entry.path.to_owned())]));
    let bytes = project.tree.file(entry.path).ok_or_else(missing)?;
    let written = write_package(bytes, entry.package(), new).map_err(|finding| broken(finding.text.to_string()))?;
    builder.write(entry.path, written);
    Ok(())
}

/// Records in the packages that only views regard as superseded which package has replaced them, if that
/// one is among the removed ones.
fn record_superseded(
    project: &Project,
    builder: &mut ChangeSetBuilder<'_>,
    entries: &[PackageEntry<'_>],
    removed: &[PackageEntry<'_>],
) -> Result<(), Refusal> {
    let is_removed = |id: &str| removed.iter().any(|entry| entry.package().id == id);
    for entry in entries {
        let package = entry.package();
        if let (None, Some(newer)) = (&package.superseded_by, entry.superseded_by)
            && is_removed(newer)
            && !is_removed(&package.id)
        {
            let new = Package { superseded_by: Some(newer.to_owned()), ..package.clone() };
            write(project, builder, entry, &new)?;
        }
    }
    Ok(())
}

/// Sets when a package expires, counted from now.
fn extend(project: &Project, context: &Context, id: &str, ttl: &str) -> Result<ChangeSet, Refusal> {
    let ttl = ttl_ms(ttl)?;
    let entries = packages::all(project, context.now);
    let entry = existing(&entries, id)?;
    let expires_at = timestamp(context.now.saturating_add(ttl));
    let new = Package { expires_at: expires_at.clone(), ..entry.package().clone() };
    let mut builder = ChangeSetBuilder::new(project, context);
    write(project, &mut builder, &entry, &new)?;
    builder.add_created(id);
    Ok(builder.finish(Text::with(texts::PACKAGE_EXTENDED, [("id", id.to_owned()), ("until", expires_at)])))
}

/// Makes a package permanent, or ends that.
fn pin(project: &Project, context: &Context, id: &str, pinned: bool) -> Result<ChangeSet, Refusal> {
    let entries = packages::all(project, context.now);
    let entry = existing(&entries, id)?;
    let new = Package { pinned, ..entry.package().clone() };
    let mut builder = ChangeSetBuilder::new(project, context);
    write(project, &mut builder, &entry, &new)?;
    builder.add_created(id);
    let template = if pinned { texts::PACKAGE_PINNED } else { texts::PACKAGE_UNPINNED };
    Ok(builder.finish(Text::with(template, [("id", id.to_owned())])))
}

/// Records that the actor has taken a package over. A later acceptance replaces an earlier one.
fn accept(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let entries = packages::all(project, context.now);
    let entry = existing(&entries, id)?;
    if entry.is_expired {
        let args = [("id", id.to_owned()), ("at", entry.package().expires_at.clone())];
        return Err(refuse(RefusalCode::Stale, Text::with(texts::PACKAGE_EXPIRED, args)));
    }
    let new = Package {
        accepted_at: Some(timestamp(context.now)),
        accepted_by: Some(context.actor.clone()),
        ..entry.package().clone()
    };
    let mut builder = ChangeSetBuilder::new(project, context);
    write(project, &mut builder, &entry, &new)?;
    builder.add_created(id);
    Ok(builder.finish(Text::with(texts::PACKAGE_ACCEPTED, [("id", id.to_owned())])))
}

/// Moves a package to the trash.
fn delete_package(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let entries = packages::all(project, context.now);
    let entry = existing(&entries, id)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    record_superseded(project, &mut builder, &entries, &[entry])?;
    let target = local_files::discard(&mut builder, context, entry.path);
    builder.log(None, Change::Renamed { from: entry.path.to_owned(), to: target });
    builder.add_created(id);
    Ok(builder.finish(Text::with(texts::PACKAGE_DELETED, [("id", id.to_owned())])))
}

/// Removes the packages that expired longer ago than the grace time. Reports their IDs as created.
fn collect(project: &Project, context: &Context, grace_hours: u32) -> Result<ChangeSet, Refusal> {
    let grace = packages::grace_ms(grace_hours);
    let entries = packages::all(project, context.now);
    let is_over = |entry: &&PackageEntry<'_>| {
        packages::expired_for_ms(entry.package(), context.now).is_some_and(|elapsed| elapsed >= grace)
    };
    let removed: Vec<PackageEntry<'_>> = entries.iter().filter(is_over).copied().collect();
    let mut builder = ChangeSetBuilder::new(project, context);
    record_superseded(project, &mut builder, &entries, &removed)?;
    for entry in &removed {
        builder.remove(entry.path);
        builder.add_created(&entry.package().id);
    }
    Ok(builder.finish(Text::with(texts::PACKAGES_COLLECTED, [("count", removed.len().to_string())])))
}
