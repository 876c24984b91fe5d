//! Claims of tasks: to claim, renew and release them.
//!
//! Invariant: a claim that another actor may be writing is replaced in two steps, remove and create,
//! because worktrees share the claims but not the lock: of several actors, one removes the old file.

use handoff_format::{Container, DataFile, check_id, new_claim, timestamp, write_claim};
use handoff_protocol::{
    Actor, ActorKind, Change, ChangeSet, Context, Holder, Refusal, RefusalCode, Status, Text, TextArg,
};

use crate::Project;
use crate::analysis::next_task;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::summary;
use crate::change::plan::task_lookup;
use crate::ground::texts;
use crate::ground::tree::Entry;
use crate::knowledge::claims;

/// Claims a task, or the next one.
pub(in crate::change::plan) fn claim(
    project: &Project,
    context: &Context,
    id: Option<&str>,
    take_over: bool,
    any: bool,
) -> Result<ChangeSet, Refusal> {
    let task = if let Some(id) = id {
        task_lookup::editable(&project.model.tasks, id)?
    } else {
        let next = next_task::next_tasks(project, context, 1, any);
        next.tasks.first().copied().ok_or_else(|| nothing_to_claim(next.passed_over))?
    };
    let id = task.id();
    let id_arg = || ("id", id.to_owned());
    if task.status().is_terminal() {
        let text = Text::with(texts::CLAIM_OF_CLOSED, [id_arg()]).with_status(task.status());
        return Err(refuse(RefusalCode::BadCommand, text).about_task(id));
    }
    let other = claims::other_holder(&project.model, id, context);
    if let Some(other) = other.filter(|_| !take_over) {
        return Err(refuse(RefusalCode::Held, held_text(HELD_BY, id, other, context)).about_task(id));
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    builder.evidence().insert(task.shown.path.clone());
    let is_held = claims::holder(&project.model, id, context.now).is_some() && other.is_none();
    write(&mut builder, id).map_err(|refusal| refusal.about_task(id))?;
    builder.add_created(id);
    let summary = match other {
        _ if is_held => Text::plain(texts::CLAIM_RENEWED),
        Some(other) => Text::plain(texts::TAKEN_OVER).with_arg("holder", actor_name(&other.actor)),
        None => Text::plain(texts::CLAIMED),
    };
    Ok(builder.finish(summary.with_task(id, task.title())))
}

/// Creates the refusal if there is no next task, with the number of those that are assigned to others.
fn nothing_to_claim(passed_over: usize) -> Refusal {
    let text = match passed_over {
        0 => Text::plain(texts::NOTHING_TO_CLAIM),
        count => Text::with(texts::NOTHING_OWN_TO_CLAIM, [("count", count.to_string())]),
    };
    refuse(RefusalCode::BadCommand, text)
}

/// Releases tasks; all that the actor holds if `ids` is empty.
pub(in crate::change::plan) fn release(
    project: &Project,
    context: &Context,
    ids: &[String],
) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    let is_own = |holder: &Holder| claims::is_same_holder(&holder.actor, &context.actor);
    let mut released: Vec<&str> = Vec::new();
    for id in ids {
        if let Some(other) = claims::other_holder(&project.model, id, context)
            && context.actor.kind == ActorKind::Agent
        {
            let text = held_text(RELEASE_OF_OTHERS, id, other, context);
            return Err(refuse(RefusalCode::NotHolder, text).about_task(id));
        }
        if project.model.records.claim(&claims::path(id)).is_some() {
            if !released.contains(&id.as_str()) {
                released.push(id);
            }
        } else {
            task_lookup::existing(&project.model.tasks, id)?;
        }
    }
    if ids.is_empty() {
        let own = project.model.records.claims().filter(|(_, holder)| is_own(holder));
        released.extend(own.map(|(id, _)| id));
    }
    for id in &released {
        remove(&mut builder, id);
    }
    Ok(builder.finish(match released.as_slice() {
        [] => Text::plain(texts::RELEASED_NOTHING),
        [id] => Text::plain(texts::RELEASED).with_arg("task", summary::name_by_id(&project.model.tasks, id)),
        many => Text::plain(texts::RELEASED).with_arg("task", summary::count_tasks(many.len())),
    }))
}

/// Renews the claims of the actor that were not renewed a moment ago.
pub(in crate::change::plan) fn renew(project: &Project, context: &Context) -> ChangeSet {
    let mut builder = ChangeSetBuilder::new(project, context);
    for (id, holder) in project.model.records.claims() {
        if claims::is_same_holder(&holder.actor, &context.actor) && claims::is_renewable(holder, context.now) {
            // A claim that cannot be renewed ends.
            let _ = renew_one(&mut builder, id, holder);
        }
    }
    builder.finish(Text::plain(texts::CLAIMS_RENEWED))
}

/// Warns an agent that changes a task which another actor holds. A person sees the holder anyway.
pub(in crate::change::plan) fn warn_of_holder(builder: &mut ChangeSetBuilder<'_>, id: &str) {
    let (project, context) = (builder.project(), builder.context());
    let is_agent = context.actor.kind == ActorKind::Agent;
    if let Some(other) = claims::other_holder(&project.model, id, context).filter(|_| is_agent) {
        builder.warn(held_text(HELD_BY, id, other, context));
    }
}

/// Adds to a change set what a new status of a task means for its claim: an agent that begins with
/// the task claims it unless another one holds it, and a task that is put back, in review or
/// finished is released.
pub(in crate::change::plan) fn follow_status(builder: &mut ChangeSetBuilder<'_>, id: &str, status: Status) {
    let (project, context) = (builder.project(), builder.context());
    let actor = &context.actor;
    match status {
        Status::InProgress if actor.kind == ActorKind::Agent => {
            let is_free = claims::other_holder(&project.model, id, context).is_none();
            if is_free && (!actor.name.is_empty() || actor.conversation.is_some()) {
                // An obstacle to the claim does not prevent the work.
                let _ = write(builder, id);
            }
        }
        Status::InProgress | Status::Blocked => {}
        Status::Todo | Status::Review | Status::Done | Status::Skipped => remove(builder, id),
    }
}

/// Removes the claim of a task, if there is one that can be read.
pub(in crate::change::plan) fn remove(builder: &mut ChangeSetBuilder<'_>, id: &str) {
    let (project, context) = (builder.project(), builder.context());
    let path = claims::path(id);
    // Several deleted tasks may have had the same ID.
    if project.model.records.claim(&path).is_none() || builder.is_reserved(&path) {
        return;
    }
    builder.reserve(&path);
    let holder = claims::holder(&project.model, id, context.now);
    builder.remove(&path);
    if let Some(holder) = holder {
        builder.log(Some(id), Change::Claim { from: Some(holder.actor.name.clone()), to: None });
    }
}

/// Writes the claim of the actor.
fn write(builder: &mut ChangeSetBuilder<'_>, id: &str) -> Result<(), Refusal> {
    let (project, context) = (builder.project(), builder.context());
    check_id(id).map_err(|text| refuse(RefusalCode::BadId, text))?;
    let path = claims::path(id);
    let holder = claims::holder(&project.model, id, context.now);
    if let Some(holder) = holder.filter(|holder| claims::is_same_holder(&holder.actor, &context.actor)) {
        if !claims::is_renewable(holder, context.now) {
            return Ok(());
        }
        return renew_one(builder, id, holder);
    }
    match project.tree.get(&path) {
        None => {}
        Some(Entry::File(_)) if project.model.records.claim(&path).is_some() => builder.remove(&path),
        // Not a claim that this version understands: it is kept in the trash.
        Some(Entry::File(_)) => {
            local_files::discard(builder, context, &path);
        }
        Some(_) => {
            let text = Text::with(texts::CLAIM_UNREADABLE, [("id", id.to_owned()), ("path", path)]);
            return Err(refuse(RefusalCode::BrokenFile, text));
        }
    }
    // Not fatal: `handoff doctor` reports files that Git would track.
    let _ = local_files::ignore(builder, project);
    let now = timestamp(context.now);
    let own =
        Holder { actor: context.actor.clone(), since: now.clone(), heard_at: now, process: context.process.clone() };
    builder.create(path, new_claim(id, &own).render());
    let from = holder.map(|holder| holder.actor.name.clone());
    builder.log(Some(id), Change::Claim { from, to: Some(context.actor.name.clone()) });
    Ok(())
}

/// Renews a claim of the actor. One whose lease has ended may be replaced by another actor just now.
fn renew_one(builder: &mut ChangeSetBuilder<'_>, id: &str, holder: &Holder) -> Result<(), Refusal> {
    let (project, context) = (builder.project(), builder.context());
    let path = claims::path(id);
    let broken = |text: Text| refuse(RefusalCode::BrokenFile, text);
    let bytes = project.tree.file(&path).unwrap_or_default();
    let mut data = DataFile::parse(Container::Json, bytes).map_err(|finding| broken(finding.text))?;
    let new = Holder { heard_at: timestamp(context.now), ..holder.clone() };
    write_claim(&mut data, id, holder, &new).map_err(|finding| broken(finding.text))?;
    if claims::holder(&project.model, id, context.now).is_some() {
        builder.write(&path, data.render());
    } else {
        builder.remove(&path);
        builder.create(path, data.render());
    }
    Ok(())
}

/// Templates of a sentence about a holder who was heard of just now, and some minutes ago.
type HeldTemplates = [&'static str; 2];
const HELD_BY: HeldTemplates = [texts::HELD_BY_NOW, texts::HELD_BY];
const RELEASE_OF_OTHERS: HeldTemplates = [texts::RELEASE_OF_OTHERS_NOW, texts::RELEASE_OF_OTHERS];

/// Returns a sentence about the holder of a task.
fn held_text([now, earlier]: HeldTemplates, id: &str, holder: &Holder, context: &Context) -> Text {
    let id = ("id", id.to_owned());
    let text = match claims::minutes_since_heard(holder, context.now) {
        0 => Text::with(now, [id]),
        minutes => Text::with(earlier, [id, ("minutes", minutes.to_string())]),
    };
    text.with_arg("holder", actor_name(&holder.actor))
}

/// Returns the name of an actor for a sentence.
fn actor_name(actor: &Actor) -> TextArg {
    match (actor.name.as_str(), actor.kind) {
        ("", ActorKind::Human) => TextArg::Text(Text::plain(texts::A_PERSON)),
        ("", ActorKind::Agent) => TextArg::Text(Text::plain(texts::AN_AGENT)),
        (name, _) => TextArg::Plain(name.to_owned()),
    }
}
