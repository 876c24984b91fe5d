//! The rules for tasks: titles, statuses, dates, estimates and dependencies.

use handoff_format::{Task, is_date, is_single_line};
use handoff_protocol::{ActorKind, Criterion, MilestoneStatus, Refusal, RefusalCode, Schedule, Status, Text, TextArg};

use crate::Project;
use crate::analysis::schedule::Circle;
use crate::change::plan::change_set_builder::{ChangeSetBuilder, Evidence};
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::staged_tasks::Stage;
use crate::ground::texts;
use crate::ground::tree::within;
use crate::knowledge::documents::{Documents, REQUIREMENT_LINK, Requirement};
use crate::model::project::unread;
use crate::model::{CONFIG, TaskRef, by_id, criterion_details};

/// The maximum of an amount of hours that is entered, far above any plan.
pub(crate) const MAX_HOURS: f64 = 100_000.0;
/// The maximum of the hours of a day.
pub(crate) const MAX_HOURS_PER_DAY: f64 = 24.0;

/// Checks every staged task against the new state of the others.
pub(crate) fn check(stage: &Stage<'_>, builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
    for (task, staged) in stage.iter().filter(|(_, staged)| staged.has_new_fields()) {
        let children = stage.project.model.tasks.sorted_children(Some(task.slot));
        if staged.old_status != Some(staged.status) {
            check_entry(task.id(), &staged.new, staged.status)?;
            if staged.status == Status::Done {
                check_done(stage, &staged.new, children.is_empty(), builder)?;
            }
            if staged.status.is_terminal() {
                unread::check_descendants(stage.project, &task.node.folder)?;
                builder.evidence().insert(task.node.folder.clone());
                builder.evidence().extend(children.iter().map(|child| child.shown.path.clone()));
            }
            if staged.status.is_terminal()
                && let Some(child) = children.iter().find(|child| !stage.status(**child).is_terminal())
            {
                let args = [
                    ("id", task.id().to_owned()),
                    ("child", child.id().to_owned()),
                    ("title", child.title().to_owned()),
                ];
                let text = Text::with(texts::OPEN_CHILD, args).with_status(stage.status(*child));
                return Err(refuse(RefusalCode::OpenChild, text).about_task(task.id()).about_field("status"));
            }
            warn_of_open_requirements(stage.project, &staged.new, staged.status, builder);
        }
        if staged.old_status != Some(staged.status) && !staged.status.is_terminal() {
            let parent = stage.project.model.tasks.parent(task.slot);
            warn_below_closed(stage, parent, (task.id(), task.title()), builder);
        }
        let is_new_work = staged.old_status != Some(staged.status) || staged.old.scope_paths != staged.new.scope_paths;
        if staged.status == Status::InProgress && is_new_work {
            warn_of_shared_paths(stage, &staged.new, builder);
        }
        let (before, after) = (dates(&staged.old), dates(&staged.new));
        if before != after {
            check_dates(task.id(), after, if before.1 == after.1 { "startDate" } else { "dueDate" })?;
        }
        if children.is_empty() && !staged.only_loses_dependencies() {
            let is_new_status = staged.old_status != Some(staged.status);
            check_estimate(stage, &staged.new, staged.status, is_new_status, builder.evidence())
                .map_err(|refusal| refusal.about_task(task.id()))?;
        }
        if milestone(&staged.old) != milestone(&staged.new) {
            warn_of_frozen(builder, task.id(), milestone(&staged.new));
        }
        if staged.old.dependencies != staged.new.dependencies {
            let added = staged.new.dependencies.iter().filter(|id| !staged.old.dependencies.contains(id));
            warn_of_unknown(stage, task.id(), added, builder);
        }
    }
    Ok(())
}

/// Returns the milestone of a task.
pub(crate) fn milestone(task: &Task) -> Option<&str> {
    task.schedule.as_ref().and_then(|schedule| schedule.milestone.as_deref())
}

/// Warns if a task was added to a frozen milestone.
pub(crate) fn warn_of_frozen(builder: &mut ChangeSetBuilder<'_>, id: &str, milestone: Option<&str>) {
    let milestones = &builder.project().model.config.values().milestones;
    let Some((name, own)) = milestones.iter().find(|(name, _)| Some(name.as_str()) == milestone) else { return };
    if own.status() == MilestoneStatus::Frozen {
        let text = Text::with(texts::MILESTONE_FROZEN, [("id", id.to_owned()), ("name", name.clone())]);
        builder.warn(text);
    }
}

/// Maximum number of characters of a title.
const MAX_TITLE_LENGTH: usize = 10_000;

/// Returns the trimmed title. Refuses an empty one and control characters.
pub(crate) fn check_title(title: &str) -> Result<String, Refusal> {
    let title = title.trim();
    if title.is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::EMPTY_TITLE)).about_field("title"));
    }
    let length = title.chars().count();
    if length > MAX_TITLE_LENGTH {
        let args = [("length", length.to_string()), ("max", MAX_TITLE_LENGTH.to_string())];
        return Err(refuse(RefusalCode::BadValue, Text::with(texts::LONG_TITLE, args)).about_field("title"));
    }
    one_line(title, "title")
}

/// Refuses line ends and other control characters.
pub(crate) fn one_line(text: &str, field: &str) -> Result<String, Refusal> {
    if !is_single_line(text) {
        let text = Text::with(texts::ONE_LINE, [("value", text.to_owned())]);
        return Err(refuse(RefusalCode::BadValue, text).about_field(field));
    }
    Ok(text.to_owned())
}

/// Refuses the status done while a criterion is open.
pub(crate) fn check_entry(id: &str, task: &Task, status: Status) -> Result<(), Refusal> {
    let open = task.criteria.iter().find(|criterion| !criterion.checked);
    match open {
        Some(criterion) if status == Status::Done => {
            let args = [("id", id.to_owned()), ("item", criterion.item.clone())];
            Err(refuse(RefusalCode::OpenCriterion, Text::with(texts::OPEN_CRITERION, args))
                .about_task(id)
                .about_field("criteria"))
        }
        _ => Ok(()),
    }
}

/// Checks the rules of the project for finished tasks. They bind agents; a person gets a warning.
pub(crate) fn check_done(
    stage: &Stage<'_>,
    task: &Task,
    is_leaf: bool,
    builder: &mut ChangeSetBuilder<'_>,
) -> Result<(), Refusal> {
    let config = &stage.project.model.config;
    builder.evidence().insert(CONFIG.to_owned());
    let is_agent = stage.context.actor.kind == ActorKind::Agent;
    let id = || ("id", task.id.clone());
    let refusal = |code, text| Err(refuse(code, text).about_task(&task.id).about_field("status"));
    if config.done_needs_review() && is_agent {
        return refusal(RefusalCode::NeedsReview, Text::with(texts::DONE_NEEDS_REVIEW, [id()]));
    }
    let unproven = config.done_needs_evidence().then(|| unproven(task, is_leaf)).flatten();
    let Some((item, refused, warned)) = unproven else { return Ok(()) };
    let item = ("item", item.to_owned());
    if is_agent {
        return refusal(RefusalCode::NeedsProof, Text::with(refused, [id(), item]));
    }
    builder.warn(Text::with(warned, [item]).with_task(&task.id, &task.title));
    Ok(())
}

/// Returns the first criterion without a proof that holds, with the sentences for agents and for people. A
/// group has its proofs in its subtasks.
fn unproven(task: &Task, is_leaf: bool) -> Option<(&str, &'static str, &'static str)> {
    if task.criteria.is_empty() {
        return is_leaf.then_some(("", texts::NOTHING_PROVEN, texts::DONE_WITHOUT_CRITERIA));
    }
    let check = |criterion: &'_ Criterion| {
        let proof = criterion_details::detail_of(task, &criterion.item).and_then(|detail| detail.proof.as_ref());
        match proof {
            None => Some((texts::PROOF_MISSING, texts::DONE_WITHOUT_PROOF)),
            Some(proof) if !proof.holds() => Some((texts::PROOF_FAILED, texts::DONE_WITH_FAILED_PROOF)),
            Some(_) => None,
        }
    };
    task.criteria.iter().find_map(|criterion| {
        let (refused, warned) = check(criterion)?;
        Some((criterion.item.as_str(), refused, warned))
    })
}

/// Returns the start and due date as they are written.
pub(crate) fn dates(task: &Task) -> (Option<&str>, Option<&str>) {
    let date = |field: fn(&Schedule) -> &Option<String>| {
        task.schedule.as_ref().and_then(|schedule| field(schedule).as_deref())
    };
    (date(|schedule| &schedule.start_date), date(|schedule| &schedule.due_date))
}

/// Refuses a due date before the start date.
pub(crate) fn check_dates(id: &str, (start, due): (Option<&str>, Option<&str>), field: &str) -> Result<(), Refusal> {
    match (start, due) {
        (Some(start), Some(due)) if is_date(start) && is_date(due) && due < start => {
            let date = |date: &str| TextArg::Date { date: date.to_owned() };
            let text = Text::with(texts::DUE_BEFORE_START, [("id", id.to_owned())])
                .with_arg("start", date(start))
                .with_arg("due", date(due));
            Err(refuse(RefusalCode::BadValue, text).about_task(id).about_field(field))
        }
        _ => Ok(()),
    }
}

/// Refuses to start a task without an estimate if the project requires one. `is_new_status` selects
/// the sentence: the change sets the status, or removes the estimate.
pub(crate) fn check_estimate(
    stage: &Stage<'_>,
    task: &Task,
    status: Status,
    is_new_status: bool,
    evidence: &mut Evidence,
) -> Result<(), Refusal> {
    let is_started = matches!(status, Status::InProgress | Status::Review | Status::Done);
    let has_estimate =
        task.schedule.as_ref().and_then(|schedule| schedule.estimate_hours).is_some_and(|hours| hours > 0.0);
    if is_started && !has_estimate {
        if !stage.project.model.config.require_estimate() {
            evidence.insert(CONFIG.to_owned());
            return Ok(());
        }
        let name = if task.title.is_empty() { &task.id } else { &task.title };
        let template = if is_new_status { texts::ESTIMATE_REQUIRED } else { texts::ESTIMATE_KEPT };
        let text = Text::with(template, [("title", name.clone())]).with_status(status);
        return Err(refuse(RefusalCode::EstimateRequired, text).about_field("estimateHours"));
    }
    Ok(())
}

/// Warns that an open task gets a finished parent, which other programs take for finished work.
pub(crate) fn warn_below_closed(
    stage: &Stage<'_>,
    parent: Option<TaskRef<'_>>,
    (id, title): (&str, &str),
    builder: &mut ChangeSetBuilder<'_>,
) {
    if let Some(parent) = parent.filter(|parent| stage.status(*parent).is_terminal()) {
        let parent = TextArg::task(parent.id(), parent.title());
        builder.warn(Text::plain(texts::OPEN_BELOW_CLOSED).with_task(id, title).with_arg("parent", parent));
    }
}

/// Warns of ids that no task has. They are not refused, because other programs plan with ids of
/// tasks that do not exist yet. They are also reported as problems.
pub(crate) fn warn_of_unknown<'i>(
    stage: &Stage<'_>,
    of: &str,
    ids: impl Iterator<Item = &'i String>,
    builder: &mut ChangeSetBuilder<'_>,
) {
    for id in ids {
        if let Some(task) = stage.project.model.tasks.with_id(id).next() {
            builder.evidence().insert(task.shown.path.clone());
        } else if !stage.creates(id) {
            builder.warn(Text::with(texts::DANGLING, [("id", of.to_owned()), ("missing", id.clone())]));
        }
    }
}

/// Warns that a task is finished, or ready for review, while a requirement to which it links has no proof or no
/// approval.
fn warn_of_open_requirements(project: &Project, task: &Task, status: Status, builder: &mut ChangeSetBuilder<'_>) {
    let has_requirements = || task.task_links.iter().any(|link| link.link_type == REQUIREMENT_LINK);
    if !matches!(status, Status::Review | Status::Done) || !has_requirements() {
        return;
    }
    let documents = Documents::of(project);
    let mut linked = documents.requirements();
    linked.retain(|requirement| requirement.role_of(task).is_some());
    let is_unproven = |requirement: &&Requirement<'_>| !requirement.is_proven();
    let is_draft = |requirement: &&Requirement<'_>| requirement.is_draft();
    let unproven: Vec<&str> = linked.iter().filter(is_unproven).map(|found| found.id.as_str()).collect();
    let drafts: Vec<&str> = linked.iter().filter(is_draft).map(|found| found.id.as_str()).collect();
    for (template, ids) in [(texts::REQUIREMENTS_UNPROVEN, unproven), (texts::REQUIREMENTS_UNAPPROVED, drafts)] {
        if !ids.is_empty() {
            let text = Text::with(template, [("ids", ids.join(", "))]);
            builder.warn(text.with_task(&task.id, &task.title).with_status(status));
        }
    }
}

/// Warns that a task in progress touches files that another task in progress touches too.
pub(crate) fn warn_of_shared_paths(stage: &Stage<'_>, task: &Task, builder: &mut ChangeSetBuilder<'_>) {
    if task.scope_paths.is_empty() {
        return;
    }
    let tasks = stage.project.model.tasks.all().filter(|other| other.id() != task.id);
    let mut others: Vec<TaskRef<'_>> = tasks.filter(|other| stage.status(*other) == Status::InProgress).collect();
    others.sort_by(|a, b| by_id(*a, *b));
    for other in others {
        let is_shared = |path: &&String| stage.fields(other).scope_paths.iter().any(|of| has_common_files(path, of));
        let paths: Vec<&str> = task.scope_paths.iter().filter(is_shared).map(String::as_str).collect();
        if !paths.is_empty() {
            let other = TextArg::task(other.id(), other.title());
            let text = Text::with(texts::SHARED_PATHS, [("paths", paths.join(", "))]);
            builder.warn(text.with_task(&task.id, &task.title).with_arg("other", other));
        }
    }
}

/// Returns true if two paths are the same, or one is a folder that contains the other.
fn has_common_files(one: &str, other: &str) -> bool {
    let plain = |path: &str| path.trim_start_matches("./").trim_end_matches('/').replace('\\', "/");
    let (one, other) = (plain(one), plain(other));
    within(&one, &other) || within(&other, &one)
}

/// Creates the refusal for tasks that would wait for each other.
pub(crate) fn cycle_refusal(circle: &Circle, ids: &[&str]) -> Refusal {
    let template = if circle.has_parents() { texts::DEPENDENCY_CYCLE_WITH_PARENTS } else { texts::DEPENDENCY_CYCLE };
    let text = Text::with(template, [("cycle", texts::circle(ids))]);
    refuse(RefusalCode::DependencyCycle, text).about_task(ids.first().unwrap_or(&""))
}

/// Refuses milestones that come after each other.
pub(crate) fn milestone_circle(names: &[&str]) -> Refusal {
    let text = Text::with(texts::MILESTONE_CIRCLE, [("circle", names.join(" → "))]);
    refuse(RefusalCode::DependencyCycle, text)
}
