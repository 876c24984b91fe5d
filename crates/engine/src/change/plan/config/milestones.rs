//! The rules of milestones: their status goes forward, and none comes after itself.

use handoff_format::{DataFile, MilestoneConfig, read_config};
use handoff_protocol::{ConfigChange, MilestoneStatus, Refusal, RefusalCode, Text};

use crate::Project;
use crate::analysis::schedule::MilestoneOrder;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::milestone_circle;
use crate::ground::texts;

/// Checks the milestones that some changes concern, of which `data` is the result.
pub(super) fn check(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    data: &DataFile,
    changes: &[ConfigChange],
    force: bool,
) -> Result<(), Refusal> {
    let names_with = |field: &'static str| {
        changes.iter().filter_map(move |change| match change.key.as_slice() {
            [table, name, key] if table == "milestones" && key == field => Some(name.as_str()),
            _ => None,
        })
    };
    let (with_status, with_order): (Vec<&str>, Vec<&str>) =
        (names_with("status").collect(), names_with("depends_on").collect());
    if with_status.is_empty() && with_order.is_empty() {
        return Ok(());
    }
    let (before, after) = (&project.model.config.values().milestones, read_config(data).0.milestones);
    for name in with_status {
        let Some(from) = find(before, name).map(MilestoneConfig::status) else { continue };
        let to = find(&after, name).map_or(MilestoneStatus::default(), MilestoneConfig::status);
        if !force && !from.may_become(to) {
            let args = [("name", name.to_owned()), ("from", from.name().to_owned()), ("to", to.name().to_owned())];
            return Err(
                refuse(RefusalCode::BadValue, Text::with(texts::MILESTONE_STEP_BACK, args)).about_field("status")
            );
        }
    }
    if let Err(circle) = MilestoneOrder::new(&after)
        && circle.iter().any(|name| with_order.contains(name))
    {
        return Err(milestone_circle(&circle).about_field("depends_on"));
    }
    for name in with_order {
        let others = find(&after, name).map_or(&[][..], |milestone| &milestone.depends_on);
        for other in others.iter().filter(|other| find(&after, other).is_none()) {
            let args = [("name", name.to_owned()), ("other", other.clone())];
            builder.warn(Text::with(texts::MILESTONE_UNKNOWN, args));
        }
    }
    Ok(())
}

fn find<'m>(milestones: &'m [(String, MilestoneConfig)], name: &str) -> Option<&'m MilestoneConfig> {
    milestones.iter().find(|(other, _)| other == name).map(|(_, milestone)| milestone)
}
