//! Notes what agents need from a person, and removes the notes.

use handoff_format::{new_agent_need, timestamp};
use handoff_protocol::{AgentNeed, ChangeSet, Context, NeedKind, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::ground::texts;
use crate::knowledge::{agent_needs, claims};

/// Notes that a conversation of the actor needs a person. A note that says the same keeps its time.
pub(in crate::change::plan) fn note(
    project: &Project,
    context: &Context,
    conversation: &str,
    kind: NeedKind,
    text: &str,
) -> ChangeSet {
    let mut builder = ChangeSetBuilder::new(project, context);
    let path = agent_needs::path(conversation);
    let actor = &context.actor;
    let current = agent_needs::current(&project.model, context.now);
    let is_noted = current.iter().any(|(key, need)| {
        path.ends_with(&format!("/{key}.json")) && (need.kind, need.text.as_str(), &need.actor) == (kind, text, actor)
    });
    if !is_noted {
        let claims = project.model.records.claims();
        let held = claims.map(|(_, holder)| holder).find(|holder| claims::is_same_holder(&holder.actor, actor));
        let process = context.process.clone().or_else(|| held?.process.clone());
        let since = timestamp(context.now);
        let need = AgentNeed { actor: actor.clone(), kind, text: text.to_owned(), since, process };
        builder.write(&path, new_agent_need(&need).render());
    }
    builder.finish(Text::plain(texts::NEEDS_PERSON))
}

/// Removes the note of a conversation.
pub(in crate::change::plan) fn go_on(project: &Project, context: &Context, conversation: &str) -> ChangeSet {
    let mut builder = ChangeSetBuilder::new(project, context);
    builder.remove(&agent_needs::path(conversation));
    builder.finish(Text::plain(texts::WENT_ON))
}
