//! The records that a search compares with its query: their texts, and what a hit says about them.

use std::borrow::Cow;

use handoff_format::{Memory, Package, Referral, Value};
use handoff_protocol::view::{HitKind, PackageState, SearchHit};

use crate::Project;
use crate::ground::words::collect_texts;
use crate::ground::words::excerpt::excerpt;
use crate::ground::words::search_query::SearchQuery;
use crate::knowledge::documents::{DocumentEntry, Documents, Section};
use crate::knowledge::memory;
use crate::knowledge::memory::MemoryEntry;
use crate::knowledge::packages;
use crate::knowledge::packages::PackageEntry;
use crate::knowledge::referrals;
use crate::knowledge::referrals::ReferralEntry;
use crate::knowledge::register::{EntryKind, EntryState, Knowledge, RegisterEntry};
use crate::knowledge::sessions::SessionEntry;
use crate::model::TaskRef;

/// The members of a session that are not entries of the register, and that people and agents write.
const SESSION_TEXTS: [&str; 2] = ["label", "timeline"];
/// The members of an entry of a session that its name does not have. The URI and the label of a reference,
/// and the path of a pointer, are its name.
const ENTRY_TEXTS: [&str; 3] = ["reason", "notes", "reasoning"];

/// The records of a project, read once for a search.
pub(super) struct Sources<'p> {
    project: &'p Project,
    knowledge: &'p Knowledge,
    documents: Documents,
    memories: Vec<MemoryEntry>,
    referrals: Vec<ReferralEntry>,
    packages: Vec<PackageEntry<'p>>,
}

/// A record with what it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Record<'p> {
    sources: &'p Sources<'p>,
    kind: RecordKind<'p>,
}

#[derive(Clone, Copy)]
enum RecordKind<'p> {
    Task(TaskRef<'p>),
    Entry(&'p RegisterEntry),
    Session(&'p SessionEntry),
    Section(&'p DocumentEntry, Section<'p>),
    Memory(&'p MemoryEntry),
    Referral(&'p ReferralEntry),
    Package(PackageEntry<'p>),
}

impl<'p> Sources<'p> {
    pub(super) fn of(project: &'p Project, knowledge: &'p Knowledge, now: i64) -> Sources<'p> {
        Sources {
            project,
            knowledge,
            documents: Documents::of(project),
            memories: memory::all(project),
            referrals: referrals::all(project),
            packages: packages::all(project, now),
        }
    }

    /// Returns every record that can be found.
    pub(super) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let tasks = self.project.model.tasks.all().map(RecordKind::Task);
        let entries = self.knowledge.register().entries().iter().map(RecordKind::Entry);
        let sessions = self.knowledge.sessions.iter().map(RecordKind::Session);
        let of_document = |document| {
            DocumentEntry::sections(document).into_iter().map(move |section| RecordKind::Section(document, section))
        };
        let sections = self.documents.all().iter().flat_map(of_document);
        let memories = self.memories.iter().map(RecordKind::Memory);
        let referrals = self.referrals.iter().map(RecordKind::Referral);
        let packages = self.packages.iter().filter(|entry| !entry.is_expired).copied().map(RecordKind::Package);
        let kinds =
            tasks.chain(entries).chain(sessions).chain(sections).chain(memories).chain(referrals).chain(packages);
        kinds.map(|kind| Record { sources: self, kind })
    }

    /// Returns the session with an ID.
    fn session(&self, id: &str) -> Option<&SessionEntry> {
        self.knowledge.sessions.iter().find(|session| session.id() == id)
    }

    /// Returns the ID and the text of the decision that superseded another one.
    fn successor(&self, name: &str) -> String {
        let decision = self.knowledge.register().decision(name);
        decision.map_or_else(|| name.to_owned(), |entry| format!("{}: {}", entry.id, entry.name))
    }
}

impl<'p> Record<'p> {
    /// Returns its ID; of a document the slug.
    pub(super) fn id(&self) -> Cow<'p, str> {
        match self.kind {
            RecordKind::Task(task) => task.id().into(),
            RecordKind::Entry(entry) => entry.id.as_str().into(),
            RecordKind::Session(session) => session.id().into(),
            RecordKind::Section(document, _) => document.slug.as_str().into(),
            RecordKind::Memory(entry) => entry.memory.id.as_str().into(),
            RecordKind::Referral(entry) => entry.referral.id.as_str().into(),
            RecordKind::Package(entry) => entry.stored.package.id.as_str().into(),
        }
    }

    /// Returns its title, or the text that it consists of.
    pub(super) fn title(&self) -> Cow<'p, str> {
        match self.kind {
            RecordKind::Task(task) => task.title().into(),
            RecordKind::Entry(entry) => entry.name.as_str().into(),
            RecordKind::Session(session) => session.text("summary").unwrap_or_default().into(),
            RecordKind::Section(document, section) if section.heading.is_empty() => document.page.title.as_str().into(),
            RecordKind::Section(document, section) => format!("{} › {}", document.page.title, section.heading).into(),
            RecordKind::Memory(entry) => entry.memory.text.as_str().into(),
            RecordKind::Referral(entry) => entry.referral.summary.as_str().into(),
            RecordKind::Package(entry) => entry.stored.package.name.as_str().into(),
        }
    }

    /// Returns its other texts, the most important first.
    pub(super) fn texts(&self) -> Vec<&'p str> {
        match self.kind {
            RecordKind::Task(task) => {
                let task = &task.shown.task;
                let notes = task.notes.iter().chain(task.criteria.iter().map(|criterion| &criterion.item));
                let lists = task.labels.iter().chain(&task.links).chain(&task.scope_paths).chain(&task.assignee);
                let targets = task.task_links.iter().flat_map(|link| link.label.iter().chain([&link.target]));
                notes.chain(lists).chain(targets).map(String::as_str).collect()
            }
            RecordKind::Entry(entry) => ENTRY_TEXTS.iter().filter_map(|key| entry.text(key)).collect(),
            RecordKind::Session(session) => session_texts(session),
            RecordKind::Section(document, section) => {
                let page = &document.page;
                // What the whole document has, its first section has.
                let whole = (section.seq == 0).then(|| page.description.iter().chain(&page.tags));
                [section.text].into_iter().chain(whole.into_iter().flatten().map(String::as_str)).collect()
            }
            RecordKind::Memory(MemoryEntry { memory, .. }) => {
                let Memory { tags, keywords, scope_paths, .. } = memory;
                tags.iter().chain(keywords).chain(scope_paths).map(String::as_str).collect()
            }
            RecordKind::Referral(ReferralEntry { referral, .. }) => {
                let Referral { details, tasks, source_project, .. } = referral;
                let tasks = tasks.iter().map(|task| &task.title);
                details.iter().chain(tasks).chain([source_project]).map(String::as_str).collect()
            }
            RecordKind::Package(entry) => {
                let Package { summary, tags, .. } = &entry.stored.package;
                let content = entry.content(self.sources.project);
                [summary].into_iter().chain(tags).map(String::as_str).chain(content).collect()
            }
        }
    }

    /// Returns whether it is over, or no longer valid.
    pub(super) fn is_past(&self) -> bool {
        match self.kind {
            RecordKind::Task(task) => task.status().is_terminal(),
            RecordKind::Entry(entry) => !entry.is_standing(),
            RecordKind::Referral(entry) => entry.status == "resolved",
            RecordKind::Package(entry) => entry.state() != PackageState::Current,
            RecordKind::Session(_) | RecordKind::Section(..) | RecordKind::Memory(_) => false,
        }
    }

    /// Returns when it was changed last, or stated first: RFC 3339.
    pub(super) fn at(&self) -> Option<&'p str> {
        let given = |text: &'p str| Some(text).filter(|text| !text.is_empty());
        match self.kind {
            RecordKind::Task(task) => {
                let task = &task.shown.task;
                task.updated_at.as_deref().or(task.created_at.as_deref())
            }
            RecordKind::Entry(entry) => entry.since.as_deref(),
            RecordKind::Session(session) => session.text("ended_at").or_else(|| session.text("started_at")),
            RecordKind::Section(document, _) => given(&document.page.updated_at),
            RecordKind::Memory(entry) => given(&entry.memory.updated_at).or_else(|| given(&entry.memory.created_at)),
            RecordKind::Referral(entry) => given(&entry.referral.created_at),
            RecordKind::Package(entry) => given(&entry.stored.package.created_at),
        }
    }

    /// Returns what a search says about it.
    pub(super) fn hit(&self, query: &SearchQuery) -> SearchHit {
        let reason = || match self.kind {
            RecordKind::Entry(entry) => entry.text("reason"),
            _ => None,
        };
        let found = query.best(self.texts().into_iter()).map(|(_, text)| text).or_else(reason);
        let (state, successor) = self.state();
        let session = match self.kind {
            RecordKind::Entry(entry) => entry.sessions.last().cloned(),
            _ => None,
        };
        SearchHit {
            kind: self.hit_kind(),
            id: self.id().into_owned(),
            title: excerpt(&self.title(), query.words()),
            excerpt: found.map(|text| excerpt(text, query.words())),
            state,
            successor: successor.map(|text| excerpt(&text, &[])),
            path: self.path(session.as_deref()),
            session,
            line: self.line(query),
            at: self.at().map(str::to_owned),
            author: match self.kind {
                RecordKind::Entry(entry) => entry.author.clone(),
                RecordKind::Session(session) => session.author(),
                _ => None,
            },
        }
    }

    fn hit_kind(&self) -> HitKind {
        match self.kind {
            RecordKind::Task(_) => HitKind::Task,
            RecordKind::Session(_) => HitKind::Session,
            RecordKind::Section(..) => HitKind::Document,
            RecordKind::Memory(_) => HitKind::Memory,
            RecordKind::Referral(_) => HitKind::Referral,
            RecordKind::Package(_) => HitKind::Package,
            RecordKind::Entry(entry) => match entry.kind {
                EntryKind::Decision => HitKind::Decision,
                EntryKind::Caution => HitKind::Caution,
                EntryKind::Blocker => HitKind::Blocker,
                EntryKind::OpenItem => HitKind::Item,
                EntryKind::Pointer => HitKind::Pointer,
                EntryKind::Reference => HitKind::Reference,
                EntryKind::Suggestion => HitKind::Suggestion,
                EntryKind::ContextNote => HitKind::Note,
            },
        }
    }

    /// Returns its status, or why it is no longer valid, and what superseded it.
    fn state(&self) -> (Option<String>, Option<String>) {
        let named = |name: &str| (Some(name.to_owned()), None);
        match self.kind {
            RecordKind::Task(task) => named(task.status().name()),
            RecordKind::Session(session) => (session.status().map(|status| status.name().to_owned()), None),
            RecordKind::Referral(entry) => named(&entry.status),
            RecordKind::Section(..) | RecordKind::Memory(_) => (None, None),
            RecordKind::Package(entry) => match entry.state() {
                PackageState::Current => (None, None),
                state => (Some(state.name().to_owned()), entry.superseded_by.map(str::to_owned)),
            },
            RecordKind::Entry(entry) => match &entry.state {
                EntryState::Standing => {
                    (entry.text("confidence").filter(|text| *text != "confirmed").map(str::to_owned), None)
                }
                EntryState::Superseded(name) => (Some("superseded".to_owned()), Some(self.sources.successor(name))),
                EntryState::Withdrawn(None) => named("withdrawn"),
                EntryState::Withdrawn(Some(reason)) => (Some(excerpt(&format!("withdrawn: {reason}"), &[])), None),
                EntryState::Done => named("done"),
                EntryState::Replaced => named("replaced"),
            },
        }
    }

    /// Returns the path of its file; of an entry, that of the session that stated it last.
    fn path(&self, session: Option<&str>) -> String {
        match self.kind {
            RecordKind::Task(task) => task.shown.path.clone(),
            RecordKind::Entry(_) => {
                let session = session.and_then(|id| self.sources.session(id));
                session.map(|session| session.path().to_owned()).unwrap_or_default()
            }
            RecordKind::Session(session) => session.path().to_owned(),
            RecordKind::Section(document, _) => document.path.clone(),
            RecordKind::Memory(entry) => entry.path.clone(),
            RecordKind::Referral(entry) => entry.path.clone(),
            RecordKind::Package(entry) => entry.path.to_owned(),
        }
    }

    /// Returns the line of the file of a document with the best match in a section, else with its start.
    fn line(&self, query: &SearchQuery) -> Option<u32> {
        let RecordKind::Section(document, section) = self.kind else { return None };
        let body = &document.page.body;
        let newlines = |text: &[u8]| text.split(|byte| *byte == b'\n').count().saturating_sub(1);
        let file = self.sources.project.tree.file(&document.path)?;
        // The front matter is not a part of the body.
        let before = newlines(file).saturating_sub(newlines(body.as_bytes()));
        let start = newlines(body.as_bytes().get(..section.start)?);
        let line = query.best(section.text.lines()).map_or(0, |(position, _)| position);
        u32::try_from(before + start + line + 1).ok()
    }
}

/// Returns the texts of a session that are neither its summary nor entries of the register. Notes that
/// programs write, such as drafts, are not in the register.
fn session_texts(session: &SessionEntry) -> Vec<&str> {
    let own = session.own();
    let mut texts: Vec<&str> = SESSION_TEXTS.iter().filter_map(|key| own.get(key)?.as_str()).collect();
    let list = EntryKind::Caution.list();
    let notes = session.own_list(list).iter().filter(|note| EntryKind::of(list, note).is_none());
    notes.filter_map(|note| note.get("note")).for_each(|note: &Value| collect_texts(note, &mut texts));
    texts
}
