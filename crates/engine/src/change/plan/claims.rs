//! Claims of tasks: to claim, renew and release them.
//!
//! Invariant: a claim that another actor may be writing is replaced in two steps, remove and create,
//! because worktrees share the claims but not the lock: of several actors, one removes the old file.
//!
//! In the JSON layout a claim is also written into the file of its task, for `handoff-mcp`.

use handoff_format::{Container, DataFile, Task, Value, check_id, new_claim, timestamp, write_claim, write_task};
use handoff_protocol::{
    Actor, ActorKind, Change, ChangeSet, Context, Holder, Layout, Refusal, RefusalCode, Status, Text, TextArg,
};

use crate::Project;
use crate::analysis::next_task;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::summary;
use crate::change::plan::task_file::{self, next_timestamp};
use crate::change::plan::task_lookup;
use crate::ground::texts;
use crate::ground::tree::Entry;
use crate::knowledge::{claims, peer_agents};
use crate::model::{PeerClaim, TaskRef};

/// Claims a task, or the next one. `warn_of_shared` adds the warnings about a task that is in progress.
pub(in crate::change::plan) fn claim(
    project: &Project,
    context: &Context,
    id: Option<&str>,
    take_over: bool,
    any: bool,
    subagent: Option<&str>,
    warn_of_shared: impl FnOnce(&Task, &mut ChangeSetBuilder<'_>),
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
    // Subagents share the conversation of their parent.
    let of_other_subagent = |holder: &&Holder| {
        other.is_none() && subagent.is_some() && holder.subagent.is_some() && holder.subagent.as_deref() != subagent
    };
    let sibling = claims::holder(&project.model, id, context.now).filter(of_other_subagent);
    if let Some(other) = other.or(sibling).filter(|_| !take_over) {
        return Err(refuse(RefusalCode::Held, held_text(HELD_BY, id, other, context)).about_task(id));
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    builder.evidence().insert(task.shown.path.clone());
    let is_held = claims::holder(&project.model, id, context.now).is_some() && other.is_none();
    let holder = write(&mut builder, id, subagent).map_err(|refusal| refusal.about_task(id))?;
    if task.shown.layout == Layout::Json && needs_lease(task, &holder, context.now) {
        write_peer_claim(&mut builder, task, Some(PeerClaim::value(&holder, context.now)))?;
    }
    if task.status() == Status::InProgress {
        warn_of_shared(&task.shown.task, &mut builder);
    }
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
        let is_locked = project.model.tasks.with_id(id).any(|task| task.shown.task.peer_claim.is_some());
        if is_locked || project.model.records.claim(&claims::path(id)).is_some() {
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
        for task in project.model.tasks.with_id(id).filter(|task| task.shown.task.peer_claim.is_some()) {
            write_peer_claim(&mut builder, task, None)?;
        }
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
            let _ = renew_one(&mut builder, id, holder, None);
            for (task, claim) in
                project.model.tasks.with_id(id).filter_map(|task| Some((task, task.shown.peer_claim.as_deref()?)))
            {
                if claim.belongs_to(holder) && claim.is_renewable(context.now) {
                    let _ = write_peer_claim(&mut builder, task, Some(PeerClaim::value(holder, context.now)));
                }
            }
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
    match status {
        Status::InProgress if begins_by_claim(project, context, id) => {
            // An obstacle to the claim does not prevent the work.
            let _ = write(builder, id, None);
        }
        Status::InProgress | Status::Blocked => {}
        Status::Todo | Status::Review | Status::Done | Status::Skipped => remove(builder, id),
    }
}

/// Returns whether the actor is an agent that claims a task by beginning with it.
fn begins_by_claim(project: &Project, context: &Context, id: &str) -> bool {
    let actor = &context.actor;
    let is_named = !actor.name.is_empty() || actor.conversation.is_some();
    actor.kind == ActorKind::Agent && is_named && claims::other_holder(&project.model, id, context).is_none()
}

/// Returns whether the actor holds a task.
pub(in crate::change::plan) fn is_own(project: &Project, context: &Context, id: &str) -> bool {
    let holder = claims::holder(&project.model, id, context.now);
    holder.is_some_and(|holder| claims::is_same_holder(&holder.actor, &context.actor))
}

/// Returns the claim for other programs in the file of a task that gets a status, in the JSON layout. Without
/// a claim of the actor, that of the file stays if the status keeps it.
pub(in crate::change::plan) fn peer_claim_after(
    project: &Project,
    context: &Context,
    id: &str,
    status: Status,
    present: Option<Value>,
) -> Option<Value> {
    let own = project.model.records.claim(&claims::path(id));
    let own = own.filter(|own| claims::is_same_holder(&own.actor, &context.actor));
    if status != Status::InProgress || !begins_by_claim(project, context, id) {
        return present;
    }
    let holder = own.cloned().unwrap_or_else(|| new_holder(context, None));
    Some(PeerClaim::value(&holder, context.now))
}

/// Returns whether a claim for other programs is to be written into the file of a task.
fn needs_lease(task: TaskRef<'_>, holder: &Holder, now: i64) -> bool {
    let claim = task.shown.peer_claim.as_deref();
    claim.is_none_or(|claim| !claim.belongs_to(holder) || claim.is_renewable(now))
}

/// Writes the claim for other programs into the file of a task, or removes it.
fn write_peer_claim(
    builder: &mut ChangeSetBuilder<'_>,
    task: TaskRef<'_>,
    claim: Option<Value>,
) -> Result<(), Refusal> {
    let (project, context) = (builder.project(), builder.context());
    let old = &task.shown.task;
    let mut data = task_file::open(&project.tree, task)?;
    let updated_at = Some(next_timestamp(context.now, old.updated_at.as_deref()));
    let new = Task { peer_claim: claim, updated_at, ..(**old).clone() };
    write_task(&mut data, old, &new).map_err(|finding| task_file::broken(task, finding.text))?;
    builder.write(&task.shown.path, data.render());
    forget_in_agent(builder, old, &new);
    Ok(())
}

/// Removes a task from the list of the agent of `handoff-mcp` that had a claim in its file, if that claim is
/// gone.
pub(in crate::change::plan) fn forget_in_agent(builder: &mut ChangeSetBuilder<'_>, old: &Task, new: &Task) {
    let agent = |task: &Task| Some(task.peer_claim.as_ref()?.get("agent_id")?.as_str()?.to_owned());
    let Some(agent_id) = agent(old).filter(|agent_id| agent(new).as_ref() != Some(agent_id)) else { return };
    let path = peer_agents::path(&agent_id);
    let Some(bytes) = builder.project().tree.file(&path).filter(|_| !builder.is_reserved(&path)) else { return };
    if let Some(bytes) = peer_agents::without_task(bytes, &agent_id, &new.id) {
        builder.reserve(&path);
        builder.write(&path, bytes);
    }
}

/// Returns the actor as the holder of a task from now on.
fn new_holder(context: &Context, subagent: Option<&str>) -> Holder {
    let now = timestamp(context.now);
    let (actor, process) = (context.actor.clone(), context.process.clone());
    Holder { actor, since: now.clone(), heard_at: now, process, subagent: subagent.map(str::to_owned), needs: None }
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

/// Writes the claim of the actor, and returns it.
fn write(builder: &mut ChangeSetBuilder<'_>, id: &str, subagent: Option<&str>) -> Result<Holder, Refusal> {
    let (project, context) = (builder.project(), builder.context());
    check_id(id).map_err(|text| refuse(RefusalCode::BadId, text))?;
    let path = claims::path(id);
    let holder = claims::holder(&project.model, id, context.now);
    if let Some(holder) = holder.filter(|holder| claims::is_same_holder(&holder.actor, &context.actor)) {
        let is_for_another = subagent.is_some() && holder.subagent.as_deref() != subagent;
        if is_for_another || claims::is_renewable(holder, context.now) {
            renew_one(builder, id, holder, subagent)?;
        }
        return Ok(holder.clone());
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
    let own = new_holder(context, subagent);
    builder.create(path, new_claim(id, &own).render());
    let from = holder.map(|holder| holder.actor.name.clone());
    builder.log(Some(id), Change::Claim { from, to: Some(context.actor.name.clone()) });
    Ok(own)
}

/// Renews a claim of the actor, for a subagent if one is given. One whose lease has ended may be replaced by another
/// actor just now.
fn renew_one(
    builder: &mut ChangeSetBuilder<'_>,
    id: &str,
    holder: &Holder,
    subagent: Option<&str>,
) -> Result<(), Refusal> {
    let (project, context) = (builder.project(), builder.context());
    let path = claims::path(id);
    let broken = |text: Text| refuse(RefusalCode::BrokenFile, text);
    let bytes = project.tree.file(&path).unwrap_or_default();
    let mut data = DataFile::parse(Container::Json, bytes).map_err(|finding| broken(finding.text))?;
    let subagent = subagent.map(str::to_owned).or_else(|| holder.subagent.clone());
    let new = Holder { heard_at: timestamp(context.now), subagent, ..holder.clone() };
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
    match &holder.subagent {
        Some(subagent) if claims::is_same_holder(&holder.actor, &context.actor) => {
            text.with_arg("holder", TextArg::Plain(subagent.clone()))
        }
        _ => text.with_arg("holder", actor_name(&holder.actor)),
    }
}

/// Returns the name of an actor for a sentence.
fn actor_name(actor: &Actor) -> TextArg {
    match (actor.name.as_str(), actor.kind) {
        ("", ActorKind::Human) => TextArg::Text(Text::plain(texts::A_PERSON)),
        ("", ActorKind::Agent) => TextArg::Text(Text::plain(texts::AN_AGENT)),
        (name, _) => TextArg::Plain(name.to_owned()),
    }
}
