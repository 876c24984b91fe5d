//! The library: memories, referrals, documents and their requirements.

use std::cmp::Reverse;

use handoff_format::{Memory, ProposedTask};
use handoff_protocol::view::{
    LibraryDocument, LibraryMemory, LibraryProposal, LibraryReferral, LibraryRequirement, LibraryTotals, LibraryView,
    Progress, RelatedTask,
};
use handoff_protocol::{Priority, TaskLink, TaskPatch};

use crate::Project;
use crate::ground::case_fold::{fold, folded_words};
use crate::ground::timestamp::sort_key;
use crate::knowledge::documents::{DocumentEntry, Documents, REQUIREMENT_LINK, Requirement};
use crate::knowledge::memory;
use crate::knowledge::memory::MemoryEntry;
use crate::knowledge::referrals;
use crate::knowledge::referrals::{REFERRAL_LINK, ReferralEntry};
use crate::model::{TaskRef, by_id};
use crate::read::view::card::{count, name};

/// Returns the records that contain all words of a text, ignoring case; all records for a text
/// without words.
pub(crate) fn library(project: &Project, text: &str) -> LibraryView {
    let words = folded_words(text);
    let (memories, referrals, documents) = (memory::all(project), referrals::all(project), Documents::of(project));
    let linking = linking_tasks(project);
    let all_requirements = documents.requirements();
    let totals = LibraryTotals {
        memories: count(memories.len()),
        referrals: count(referrals.len()),
        documents: count(documents.all().len()),
        requirements: count(all_requirements.len()),
    };
    let requirements = all_requirements.into_iter().map(|found| requirement_row(&linking, found));
    let mut requirements: Vec<LibraryRequirement> =
        requirements.filter(|row| has_words([&row.id, &row.title, &row.document], &words)).collect();
    requirements.sort_by_key(|row| (!row.tasks.is_empty(), row.proven));
    let memories = memories.into_iter().filter(|entry| has_words(memory_texts(&entry.memory), &words));
    let referrals = referrals.into_iter().filter(|entry| has_words(referral_texts(entry), &words));
    let documents = documents.all().iter().filter(|entry| has_words(document_texts(entry), &words));
    LibraryView {
        memories: newest_first(memories.map(memory_row), |row| (&row.created_at, &row.path)),
        referrals: newest_first(referrals.map(|entry| referral_row(project, entry)), |row| {
            (&row.created_at, &row.path)
        }),
        documents: newest_first(documents.map(|entry| document_row(project, &linking, entry)), |row| {
            (&row.updated_at, &row.path)
        }),
        requirements,
        totals,
    }
}

/// Returns the text of the document in a file, `None` if there is none.
pub(crate) fn document_text(project: &Project, path: &str) -> Option<String> {
    Documents::of(project).all().iter().find(|entry| entry.path == path).map(|entry| entry.page.body.clone())
}

/// Sorts rows by time, and rows of the same time by path.
fn newest_first<T>(rows: impl Iterator<Item = T>, time_and_path: impl Fn(&T) -> (&String, &String)) -> Vec<T> {
    let mut rows: Vec<T> = rows.collect();
    rows.sort_by_cached_key(|row| {
        let (time, path) = time_and_path(row);
        Reverse((sort_key(time), path.clone()))
    });
    rows
}

/// Returns whether each word occurs in one of the texts, ignoring case.
fn has_words<'t>(texts: impl IntoIterator<Item = &'t String>, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let texts: Vec<String> = texts.into_iter().map(|text| fold(text)).collect();
    words.iter().all(|word| texts.iter().any(|text| text.contains(word)))
}

fn memory_texts(memory: &Memory) -> impl Iterator<Item = &String> {
    let lists = memory.tags.iter().chain(&memory.keywords).chain(&memory.scope_paths);
    [&memory.id, &memory.kind, &memory.text].into_iter().chain(lists)
}

fn referral_texts(entry: &ReferralEntry) -> impl Iterator<Item = &String> {
    let ReferralEntry { status, referral, .. } = entry;
    let tasks = referral.tasks.iter().map(|task| &task.title);
    let texts = [status, &referral.id, &referral.source_project, &referral.referral_type, &referral.summary];
    texts.into_iter().chain(&referral.details).chain(&referral.priority).chain(tasks)
}

fn document_texts(entry: &DocumentEntry) -> impl Iterator<Item = &String> {
    let DocumentEntry { slug, page, .. } = entry;
    let texts = [slug, &page.id, &page.title, &page.doc_type, &page.body];
    texts.into_iter().chain(&page.description).chain(&page.tags).chain(&page.task_ids)
}

fn memory_row(MemoryEntry { path, memory }: MemoryEntry) -> LibraryMemory {
    LibraryMemory {
        id: memory.id,
        memory_kind: memory.kind,
        text: memory.text,
        tags: memory.tags,
        scope_paths: memory.scope_paths,
        hits: memory.hit_count,
        last_used_at: memory.last_referenced_at.unwrap_or_default(),
        created_at: memory.created_at,
        path,
    }
}

fn referral_row(project: &Project, ReferralEntry { path, status, referral }: ReferralEntry) -> LibraryReferral {
    LibraryReferral {
        status,
        source_project: referral.source_project,
        source_folder: referral.source_project_dir,
        referral_type: referral.referral_type,
        priority: referral.priority.unwrap_or_default(),
        summary: referral.summary,
        details: referral.details.unwrap_or_default(),
        tasks: referral.tasks.into_iter().map(|task| proposal(project, &referral.id, task)).collect(),
        created_at: referral.created_at,
        id: referral.id,
        path,
    }
}

/// Returns a proposed task with the one that was created for it.
fn proposal(
    project: &Project,
    referral: &str,
    ProposedTask { title, priority, criteria }: ProposedTask,
) -> LibraryProposal {
    let link = TaskLink {
        target: referral.to_owned(),
        link_type: REFERRAL_LINK.to_owned(),
        label: Some(title.clone()),
        ..TaskLink::default()
    };
    let is_for_it = |task: &TaskRef<'_>| task.shown.task.task_links.contains(&link);
    let task = project.model.tasks.in_order().find(is_for_it).map(name);
    let priority = priority.as_deref().and_then(Priority::from_name);
    let fields = TaskPatch {
        title: Some(title.clone()),
        priority: priority.map(Some),
        criteria: (!criteria.is_empty()).then_some(criteria),
        task_links: Some(vec![link]),
        ..TaskPatch::default()
    };
    LibraryProposal { title, fields, task }
}

fn document_row(project: &Project, linking: &[TaskRef<'_>], entry: &DocumentEntry) -> LibraryDocument {
    let DocumentEntry { path, slug, page } = entry;
    let task = |id: &String| RelatedTask { task: project.model.tasks.find(id).ok().map(name), id: id.clone() };
    let review = entry.verification().map(|review| review.progress(&entry.sections()));
    LibraryDocument {
        id: page.id.clone(),
        slug: slug.clone(),
        title: page.title.clone(),
        doc_type: page.doc_type.clone(),
        tags: page.tags.clone(),
        tasks: page.task_ids.iter().map(task).collect(),
        requirements: entry.requirements().into_iter().map(|found| requirement_row(linking, found)).collect(),
        drifted: entry.is_drifted(),
        review: review.map(|progress| Progress { done: count(progress.verified), total: count(progress.total) }),
        updated_at: page.updated_at.clone(),
        path: path.clone(),
    }
}

/// Returns the tasks that link to a requirement, by ID.
fn linking_tasks(project: &Project) -> Vec<TaskRef<'_>> {
    let is_linking =
        |task: &TaskRef<'_>| task.shown.task.task_links.iter().any(|link| link.link_type == REQUIREMENT_LINK);
    let mut tasks: Vec<TaskRef<'_>> = project.model.tasks.all().filter(is_linking).collect();
    tasks.sort_by(|a, b| by_id(*a, *b));
    tasks
}

fn requirement_row(linking: &[TaskRef<'_>], requirement: Requirement<'_>) -> LibraryRequirement {
    let proven = requirement.is_proven();
    let DocumentEntry { path, slug, page } = requirement.document;
    let tasks = linking.iter().filter(|task| requirement.role_of(&task.shown.task).is_some());
    let related = |task: &TaskRef<'_>| RelatedTask { id: task.id().to_owned(), task: Some(name(*task)) };
    LibraryRequirement {
        tasks: tasks.map(related).collect(),
        document: if page.title.is_empty() { slug.clone() } else { page.title.clone() },
        path: path.clone(),
        id: requirement.id,
        title: requirement.title,
        status: requirement.status,
        stage: requirement.stage,
        proven,
    }
}
