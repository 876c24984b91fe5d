//! Who holds which task, in few words.

use handoff_engine::{PeerAgent, ProjectReader, is_same_holder, minutes_since_heard};
use handoff_protocol::{Actor, ActorKind, Context, Holder, Status};

use crate::lines::first_named;

/// Describes the holder of a task: "codex, heard 3 min ago", or "you".
pub(crate) fn describe_holder(holder: &Holder, context: &Context) -> String {
    let subagent = holder.subagent.as_ref().map(|subagent| format!(" ({subagent})")).unwrap_or_default();
    if is_same_holder(&holder.actor, &context.actor) {
        return format!("you{subagent}");
    }
    format!("{}{subagent}, {}", name(&holder.actor), heard(holder, context))
}

fn heard(holder: &Holder, context: &Context) -> String {
    format!("heard {}", ago(minutes_since_heard(holder, context.now)))
}

fn ago(minutes: i64) -> String {
    if minutes == 0 { "just now".to_owned() } else { format!("{minutes} min ago") }
}

/// Returns the name of an actor.
pub(crate) fn name(actor: &Actor) -> &str {
    match (actor.name.as_str(), actor.kind) {
        ("", ActorKind::Human) => "a person",
        ("", ActorKind::Agent) => "an agent",
        (name, _) => name,
    }
}

/// Returns who else is at which task: "codex at 01.2, heard 3 min ago". Agents with the same name are told apart by their conversation. Agents of `handoff-mcp` without a task follow.
pub(crate) fn others_at_work(reader: ProjectReader<'_>, context: &Context) -> Vec<String> {
    let holders = reader.holders(context.now);
    let is_other = |actor: &Actor| !is_same_holder(actor, &context.actor);
    let has_namesake = |actor: &Actor| {
        let actors = holders.values().map(|holder| &holder.actor).chain([&context.actor]);
        actors.into_iter().any(|other| other.name == actor.name && !is_same_holder(other, actor))
    };
    let describe = |(id, holder): (&&str, &&Holder)| {
        // A load has a line of its own for a task that was begun.
        let task = reader.task(id).ok().filter(|task| matches!(task.status(), Status::Todo | Status::Blocked));
        let title = task.map(|task| format!(" {}", task.fields().title)).unwrap_or_default();
        let conversation = holder.actor.conversation.as_deref().filter(|_| has_namesake(&holder.actor));
        let conversation = conversation.map(|id| format!(" (conversation {id})")).unwrap_or_default();
        format!("{}{conversation} at {id}{title}, {}", name(&holder.actor), heard(holder, context))
    };
    let at_tasks = holders.iter().filter(|(_, holder)| is_other(&holder.actor)).map(describe);
    let is_idle = |agent: &PeerAgent| holders.values().all(|holder| holder.actor.name != agent.id);
    let idle = reader.peer_agents(context.now).into_iter().filter(is_idle).map(|agent| {
        let place = if agent.worktree.is_empty() { String::new() } else { format!(" in {}", agent.worktree) };
        format!("{}{place}, heard {}", agent.id, ago(agent.minutes_since_heard(context.now)))
    });
    at_tasks.chain(idle).collect()
}

/// Maximum number of held tasks that a sentence names.
const MAX_NAMED: usize = 5;

/// Returns a sentence about the tasks that the actor could take up if others did not hold them.
pub(crate) fn held_by_others(reader: ProjectReader<'_>, context: &Context) -> Option<String> {
    let holders = reader.holders(context.now);
    let mut held: Vec<String> = Vec::new();
    for task in reader.planned_tasks().iter().filter(|task| task.turn(None, &context.actor).is_some()) {
        let fields = task.task.fields();
        let holder = holders.get(fields.id.as_str()).filter(|holder| !is_same_holder(&holder.actor, &context.actor));
        held.extend(
            holder.map(|holder| format!("{} {} by {}", fields.id, fields.title, describe_holder(holder, context))),
        );
    }
    let count = held.len();
    let noun = if count == 1 { "1 task is held" } else { &format!("{count} tasks are held") };
    (count > 0).then(|| format!("{noun}: {}.", first_named(held, MAX_NAMED).join("; ")))
}

/// Returns a sentence about the tasks that the actor held and that another one holds now.
pub fn lost_claims(reader: ProjectReader<'_>, held: &[String], context: &Context) -> Option<String> {
    let holders = reader.holders(context.now);
    let lost = held.iter().filter_map(|id| {
        let holder = holders.get(id.as_str()).filter(|holder| !is_same_holder(&holder.actor, &context.actor))?;
        Some(format!("{id} was taken over by {}.", name(&holder.actor)))
    });
    let lost: Vec<String> = lost.collect();
    (!lost.is_empty()).then(|| lost.join(" "))
}
