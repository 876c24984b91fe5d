//! Referrals: requests that one project leaves in another.
//!
//! Invariant: the status is part of the file's name. The content is never changed.

use handoff_format::{ProposedTask, Referral, new_referral, referral_slug, timestamp};
use handoff_protocol::agent::NewReferral;
use handoff_protocol::view::ReferralRow;
use handoff_protocol::{ChangeSet, Context, Priority, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::new_ids::id_stamp;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::check_title;
use crate::ground::texts;

const TYPES: [&str; 4] = ["improvement", "bug", "request", "info"];
const STATUSES: [&str; 3] = ["open", "acknowledged", "resolved"];

/// Creates a referral that comes from another project.
pub(in crate::change::plan) fn receive(
    project: &Project,
    context: &Context,
    new: &NewReferral,
) -> Result<ChangeSet, Refusal> {
    check_one_of(&new.referral_type, &TYPES, "referral_type")?;
    let (second, rest) = id_stamp(context);
    let id = format!("ref-{second}-{rest:09}");
    let task = |task: &handoff_protocol::agent::ProposedWork| {
        let title = check_title(&task.title).map_err(|refusal| refusal.about_field("tasks"))?;
        let priority = task.priority.map(|priority| Priority::name(priority).to_owned());
        Ok(ProposedTask { title, priority, criteria: task.criteria.clone() })
    };
    let referral = Referral {
        id: id.clone(),
        source_project: new.source_project.clone(),
        source_project_dir: new.source_project_dir.clone(),
        created_at: timestamp(context.now),
        referral_type: new.referral_type.clone(),
        summary: check_title(&new.summary).map_err(|refusal| refusal.about_field("summary"))?,
        details: new.details.clone(),
        priority: new.priority.map(|priority| priority.name().to_owned()),
        tasks: new.tasks.iter().map(task).collect::<Result<_, Refusal>>()?,
        context: new.context.clone(),
    };
    let mut builder = ChangeSetBuilder::new(project, context);
    let stem = format!("{second}-{rest:09}-{}", referral_slug(&new.source_project));
    let path = builder.free_file("referrals", &stem, ".open.json");
    builder.create(path, new_referral(&referral).render());
    builder.add_created(&id);
    Ok(builder.finish(Text::with(texts::REFERRAL_ADDED, [("id", id), ("project", new.source_project.clone())])))
}

fn check_one_of(word: &str, words: &[&str], field: &str) -> Result<(), Refusal> {
    if words.contains(&word) {
        return Ok(());
    }
    let args = [("value", word.to_owned()), ("wanted", words.join(", "))];
    Err(refuse(RefusalCode::BadValue, Text::with(texts::NOT_ONE_OF, args)).about_field(field))
}

/// Changes the status of a referral.
pub(in crate::change::plan) fn set_status(
    project: &Project,
    context: &Context,
    id: &str,
    status: &str,
) -> Result<ChangeSet, Refusal> {
    check_one_of(status, &STATUSES, "status")?;
    let all = project.model.records.view().referrals;
    let mut matches = all.iter().filter(|row| row.id == id);
    let args = || [("id", id.to_owned())];
    let row: &ReferralRow = match (matches.next(), matches.next()) {
        (Some(row), None) => row,
        (None, _) => return Err(refuse(RefusalCode::BadCommand, Text::with(texts::REFERRAL_UNKNOWN, args()))),
        (Some(_), Some(_)) => return Err(refuse(RefusalCode::BadCommand, Text::with(texts::REFERRAL_SHARED, args()))),
    };
    let mut builder = ChangeSetBuilder::new(project, context);
    let file = crate::ground::tree::name(&row.path);
    if row.status != status
        && let Some(stem) = file.strip_suffix(&format!(".{}.json", row.status))
    {
        let target = builder.free_file("referrals", stem, &format!(".{status}.json"));
        builder.rename(&row.path, target);
    }
    Ok(builder.finish(Text::with(texts::REFERRAL_STATUS, [("id", id.to_owned()), ("status", status.to_owned())])))
}
